/**
 * The messages between server and browser. Types only.
 *
 * Generated from the Python package `damero.web.wire` by `make wire`. Do not edit.
 */

/** @typedef {{ type: "abort", command_id: string, seat?: string | null }} AbortFrame */
/** @typedef {{ command_id: string, seat?: string | null, nonce_hash?: string | null }} Accept */
/**
 * @typedef {{ type: "accept", command_id: string, seat?: string | null, nonce_hash?: string | null,
 * offer: number }} AcceptFrame
 */
/** Who may take the free seat. @typedef {"code" | "link" | "lobby"} Access */
/**
 * The command's effect is durable; with `pending`, the move is not complete and nothing changed for others.
 * @typedef {{ command_id: string, match_id: string, version: number, pending: Pending | null, rematch: string | null,
 * head: string | null, commitment: string | null }} Ack
 */
/**
 * @typedef {{ type: "ack", command_id: string, match_id: string, version: number, pending: Pending | null,
 * rematch: string | null, head: string | null, commitment: string | null }} AckFrame
 */
/**
 * Resign, abort, claim, or decline an offer or a challenge.
 * @typedef {{ command_id: string, seat?: string | null }} Act
 */
/**
 * A position: of a game after some moves, or of a finished match after `ply` plies. It ends an earlier one.
 * @typedef {{ type: "analyse", id: number, game?: string | null, version?: number | null, position?: string | null,
 * moves?: string[], match?: string | null, ply?: number | null, lines?: number, seconds?: number,
 * threat?: boolean }} AnalyseFrame
 */
/**
 * The position after some moves.
 * @typedef {{ game: string, version?: number | null, start?: string | null, moves?: string[] }} AnalysedLine
 */
/**
 * No more will be found: there is nothing more to find, the time is over, or it was stopped.
 * @typedef {{ type: "analysis_end", id: number, reason: "done" | "stopped" }} AnalysisEnd
 */
/**
 * What is known so far, the best line first.
 * @typedef {{ type: "analysis", id: number, depth: number, nodes: number, lines: AnalysisLine[], odds: Odds[],
 * final: boolean }} AnalysisFrame
 */
/** @typedef {{ moves: string[], score: number, known: KnownResult | null, squares: string[] }} AnalysisLine */
/** @typedef {AnalysisFrame | JudgementFrame | AnalysisEnd} AnalysisReply */
/** @typedef {AnalyseFrame | ReviewFrame | StopFrame | Pong} AnalysisRequest */
/**
 * The pieces a seat places before the game begins, the squares for them, and ready-made armies.
 * @typedef {{ seat: string, zone: string[], tray: Count[], formations: Formation[] }} Armies
 */
/** @typedef {{ squares: string[], seat?: string | null }} AskWhy */
/** @typedef {{ squares: string[], text?: string | null, version?: number | null }} AskWhyHere */
/** @typedef {{ game: string, mode: RunMode }} BeginRun */
/** @typedef {{ rows: number, columns: number, mirrored: boolean, squares: Square[] }} Board */
/**
 * A match that waits for the player who was challenged: `join` accepts it, `decline` declines it.
 * @typedef {{ id: string, game: string, challenger: Player, invited: Player, seat: string | null, clock: TimeControl |
 * null, created_at: number, start: string | null }} Challenge
 */
/**
 * My challenges that are not answered yet, newest first.
 * @typedef {{ received: Challenge[], sent: Challenge[] }} Challenges
 */
/**
 * Sent on the lobby's socket to a player who has challenges, and whenever they change.
 * @typedef {{ type: "challenges", received: Challenge[], sent: Challenge[] }} ChallengesFrame
 */
/**
 * An update for a viewer who has everything up to `from_version`: of the state only what differs.
 * @typedef {{ type: "change", from_version: number, version: number, events: Event[], state: StateChange,
 * record_from: number, record: Ply[], head: string, viewer?: Viewer, presence?: Presence }} Change
 */
/**
 * @typedef {{ text?: string | null, pieces?: Placed[] | null, colour?: string | null, play?: string[], view?: string |
 * null, version?: number | null }} CheckPosition
 */
/** @typedef {{ command_id: string, seat?: string | null, draw?: boolean }} Claim */
/** @typedef {{ type: "claim", command_id: string, seat?: string | null, draw?: boolean }} ClaimFrame */
/**
 * @typedef {Hello | Pong | NonceFrame | PlayFrame | PlaceFrame | OfferFrame | JoinFrame | AcceptFrame | DeclineFrame |
 * DeclineChallengeFrame | ResignFrame | AbortFrame | ClaimFrame} ClientFrame
 */
/**
 * @typedef {{ at: number, running: string | null, remaining: Record<string, number>, delay_left: number,
 * deadline: number | null, lag_credits: Record<string, number> }} Clock
 */
/**
 * @typedef {NonceFrame | PlayFrame | PlaceFrame | OfferFrame | JoinFrame | AcceptFrame | DeclineFrame |
 * DeclineChallengeFrame | ResignFrame | AbortFrame | ClaimFrame} CommandFrame
 */
/** @typedef {{ kind: string, count: number }} Count */
/**
 * @typedef {{ game: string, opponent: OpponentKind, command_id?: string | null, level?: number | null,
 * private?: boolean, seat?: string | null, clock?: TimeControl | null, start?: string | null, nonce?: string | null,
 * nonce_hash?: string | null, player?: string | null }} CreateMatch
 */
/** @typedef {{ name: string, password: string }} Credentials */
/** @typedef {{ date: string, puzzle: PuzzleTask }} DailyPuzzle */
/** @typedef {{ type: "decline_challenge", command_id: string, seat?: string | null }} DeclineChallengeFrame */
/** @typedef {{ type: "decline", command_id: string, seat?: string | null, offer: number }} DeclineFrame */
/**
 * @typedef {{ game: string, version?: number | null, start?: string | null, moves?: string[], format?: "gif" | "svg" |
 * "webp", flip?: boolean }} DrawFilm
 */
/**
 * @typedef {{ game: string, version?: number | null, start?: string | null, moves?: string[], format?: "png" | "svg",
 * flip?: boolean }} DrawPosition
 */
/**
 * A position for training.
 * @typedef {{ game: string, goal: Goal, seat: string, start: string, plies: number, position: Position,
 * left: number }} Ending
 */
/**
 * @typedef {{ keeps: boolean, lost: number, best: string, played: PuzzleFrame, reply: PuzzleFrame | null,
 * position: Position, left: number }} EndingAnswer
 */
/**
 * Endings of the same material, and what can be practised in them.
 * @typedef {{ material: string, goals: Goal[] }} EndingClass
 */
/** @typedef {{ move: string, result: "draw" | "loss" | "win", plies: number }} EndingMove */
/**
 * @typedef {{ type: "error", code: string, detail: string, command_id: string | null, squares: string[], key: string,
 * values: Record<string, string | number | (string | number | KeyedText)[] | KeyedText>, suggestions: string[],
 * retry_after: number | null, fields: FieldFault[] }} ErrorFrame
 */
/**
 * Something that happened in a match, as everybody may see it.
 * @typedef {{ seq: number, at: number, kind: string, seat: string | null, text: string, offer: number | null,
 * winner: string | null, count: number, openings: Opening[], seals: Seal[] }} Event
 */
/**
 * @typedef {{ game: string, version?: number | null, start?: string | null, moves?: string[], engines?: boolean,
 * level?: number, since?: number, until?: number }} ExploreOpening
 */
/** @typedef {{ played: OpeningMove[], book: OpeningMove[] }} ExploredOpening */
/** @typedef {{ commitment: string, seals: Seal[], seed: string | null, nonces: PlayerNonce[] }} Fairness */
/** @typedef {{ password?: string | null }} Farewell */
/** A field that cannot be read, for programs. @typedef {{ field: string, fault: string }} FieldFault */
/**
 * A fight between two pieces, by their kinds. Without a winner both have fallen.
 * @typedef {{ attacker: string, defender: string, winner: string | null }} Fight
 */
/** @typedef {{ name: string, game: string }} ForgetFormation */
/** @typedef {{ name: string, pieces: Placed[] }} Formation */
/**
 * @typedef {{ id: string, version: number, title: string, family: string, summary: string, seats: string[],
 * start: Start, hidden: boolean, chance: boolean, board: Board, pieces: PieceKind[], levels: Level[],
 * start_text: string | null, shows_letters: boolean }} Game
 */
/** @typedef {{ game: string, won: number, drawn: number, lost: number }} GameResults */
/** @typedef {{ games: Game[] }} Games */
/** What the side to move can reach. @typedef {"advantage" | "draw" | "odds" | "win"} Goal */
/**
 * What the mover could believe about a hidden piece that it attacked, and what it was.
 * @typedef {{ kinds: KindOdds[], actual: string, wins: number, draws: number }} Guess
 */
/**
 * The first frame, and again when updates were missed: the seat to look from, and the version already known.
 * @typedef {{ type: "hello", version?: number | null, seat?: string | null, token?: string | null, plies?: number |
 * null, changes?: boolean }} Hello
 */
/**
 * A good move. It counts once for each turn, in `SeatState.hints`.
 * @typedef {{ move: string, squares: string[], hints: number }} Hint
 */
/** @typedef {{ text: string, command_id?: string | null }} ImportRecord */
/** @typedef {{ match_id: string, notes: KeyedText[], sentences: string[] }} Imported */
/** @typedef {{ command_id: string, code?: string | null, nonce?: string | null, nonce_hash?: string | null }} Join */
/**
 * @typedef {{ type: "join", command_id: string, code?: string | null, nonce?: string | null, nonce_hash?: string |
 * null }} JoinFrame
 */
/**
 * One move of a review.
 * @typedef {{ type: "judgement", id: number, ply: number, plies: number, seat: string, move: string, best: string,
 * line: string[], score: number, score_first: number, loss: number, luck: number, mark: string, known: KnownResult |
 * null, expected: number | null, guess: Guess | null }} JudgementFrame
 */
/**
 * A sentence, or a part of one, in no language: its key in the catalogue of texts and the values for it.
 * @typedef {{ key: string, values: Record<string, string | number | (string | number | KeyedText)[] |
 * KeyedText> }} KeyedText
 */
/** @typedef {{ kind: string, probability: number }} KindOdds */
/** @typedef {{ moves: EndingMove[] }} KnownEndings */
/** @typedef {{ winner: string | null, plies: number }} KnownResult */
/** @typedef {{ version: number, moves: Route[] }} LegalMoves */
/** @typedef {{ game: string, steps: LessonStep[] }} Lesson */
/** @typedef {{ game: string, steps: string[] }} LessonOfGame */
/**
 * A position in which one rule is tried. The texts are found by the game's family and the id.
 * @typedef {{ id: string, seat: string, position: Position }} LessonStep
 */
/** @typedef {{ lessons: LessonOfGame[] }} Lessons */
/** @typedef {{ level: number, name: string, strength: string }} Level */
/**
 * @typedef {{ move: string | null, squares: string[], taken: string[], text: string, view: View, moves: Route[],
 * outcome: Outcome | null, colour: string | null }} LinePosition
 */
/** @typedef {{ type: "lobby", seeks: Seek[], live: number }} Lobby */
/**
 * The facts of a match that never change.
 * @typedef {{ id: string, game: string, access: Access, code: string | null, control: TimeControl | null,
 * rematch_of: string | null, creator: Player, ruleset: number, imported: boolean, verified: boolean, start: string |
 * null, invited: Player | null }} MatchFacts
 */
/** @typedef {{ player: Player | null, guest: boolean, language: string | null }} Me */
/**
 * @typedef {{ right: boolean, played: PuzzleFrame, refutation: PuzzleFrame[], solution: PuzzleFrame[] }} MistakeAnswer
 */
/** @typedef {{ solution: PuzzleFrame[] }} MistakeSolution */
/**
 * A position in which a player made a mistake, to be solved again.
 * @typedef {{ ply: number, seat: string, played: string, position: Position }} MistakeTask
 */
/** @typedef {{ move: string }} MistakeTry */
/** @typedef {"decided" | "guessed" | "known" | "turn"} MomentKind */
/** @typedef {{ name?: string | null }} NewGuest */
/** @typedef {{ language: string | null }} NewLanguage */
/** @typedef {{ name: string }} NewName */
/** @typedef {{ old: string, new: string }} NewPassword */
/** @typedef {{ type: "nonce", command_id: string, nonce: string }} NonceFrame */
/**
 * What the hidden pieces on these squares may be, the likeliest first.
 * @typedef {{ squares: string[], kinds: KindOdds[] }} Odds
 */
/**
 * @typedef {{ command_id: string, kind: OfferKind, seat?: string | null, nonce?: string | null, nonce_hash?: string |
 * null }} Offer
 */
/**
 * @typedef {{ type: "offer", command_id: string, kind: OfferKind, seat?: string | null, nonce?: string | null,
 * nonce_hash?: string | null }} OfferFrame
 */
/** @typedef {"draw" | "rematch" | "takeback"} OfferKind */
/** The nonce whose hash was announced. @typedef {{ command_id: string, nonce: string }} OpenNonce */
/** @typedef {{ id: number, kind: OfferKind, seat: string, commitment: string | null }} OpenOffer */
/**
 * A finished match, or a text: a game as PDN, a record or a tree as JSON, or a position of the game.
 * @typedef {{ match?: string | null, game?: string | null, text?: string }} OpenTree
 */
/**
 * @typedef {{ game: string, version: number, tree: string, match: string | null, notes: KeyedText[],
 * sentences: string[] }} OpenedTree
 */
/**
 * The proof that a revealed secret has not changed: a leaf of a seal with its path to the root.
 * @typedef {{ seal: string, index: number, value: string, salt: string, path: string[] }} Opening
 */
/** @typedef {{ move: string, first: number, draws: number, second: number }} OpeningMove */
/** @typedef {"anyone" | "engine" | "friend" | "here" | "player"} OpponentKind */
/** @typedef {{ winner: string | null, reason: string }} Outcome */
/**
 * A move that is not complete: the squares touched, and those that may come next.
 * @typedef {{ squares: string[], next: string[] }} Pending
 */
/** @typedef {{ id: string, name: string, colour: string | null, symbol: string, label: string }} PieceKind */
/**
 * Replaces `removed` pieces of the list, from this index on, by others.
 * @typedef {{ index: number, removed: number, pieces: Shown[] }} PiecesChange
 */
/** @typedef {{ type: "ping", id: number }} Ping */
/** @typedef {{ command_id: string, pieces: Placed[], seat?: string | null }} Place */
/** @typedef {{ type: "place", command_id: string, pieces: Placed[], seat?: string | null }} PlaceFrame */
/** @typedef {{ square: string, kind: string }} Placed */
/**
 * A move by the squares touched or by its text; with `hop`, a part of it.
 * @typedef {{ command_id: string, version?: number | null, squares?: string[] | null, text?: string | null,
 * hop?: boolean, seat?: string | null }} Play
 */
/** @typedef {{ game: string, start: string, moves: string[] }} PlayEnding */
/**
 * @typedef {{ type: "play", command_id: string, version?: number | null, squares?: string[] | null, text?: string |
 * null, hop?: boolean, seat?: string | null }} PlayFrame
 */
/**
 * @typedef {{ game: string, version?: number | null, start?: string | null, moves?: string[],
 * since?: number }} PlayLine
 */
/** @typedef {{ since: number, positions: LinePosition[] }} PlayedLine */
/** @typedef {{ id: string, name: string, kind: PlayerKind, level: number | null }} Player */
/** @typedef {"engine" | "person"} PlayerKind */
/**
 * A nonce that a player announced.
 * @typedef {{ seat: string, hash: string, nonce: string | null, missed: boolean }} PlayerNonce
 */
/** @typedef {{ player: Player, results: GameResults[], matches: Summary[] }} PlayerPage */
/**
 * @typedef {{ seat: string, text: string, squares: string[], at: number, taken: string[], revealed: Shown[],
 * fight: Fight | null }} Ply
 */
/** @typedef {{ type: "pong", id: number }} Pong */
/** @typedef {{ view: View, moves: Route[], outcome: Outcome | null, colour: string | null }} Position */
/** @typedef {{ seats: SeatPresence[], spectators: number, thinking: boolean }} Presence */
/** @typedef {{ type: "presence", seats: SeatPresence[], spectators: number, thinking: boolean }} PresenceFrame */
/**
 * A refusal, as application/problem+json (RFC 9457).
 * @typedef {{ title: string, status: number, code: string, detail: string, squares: string[], key: string,
 * values: Record<string, string | number | (string | number | KeyedText)[] | KeyedText>, suggestions: string[],
 * retry_after: number | null, fields: FieldFault[], type: string }} Problem
 */
/**
 * An Ed25519 key with which this server signs records, or did. Times are milliseconds of the wall clock.
 * @typedef {{ id: string, public_key: string, since: number, until: number | null }} PublicKey
 */
/** @typedef {{ keys: PublicKey[] }} PublicKeys */
/**
 * @typedef {{ right: boolean, solved: boolean, played: PuzzleFrame, reply: PuzzleFrame | null, position: Position,
 * refutation: PuzzleFrame[], solution: PuzzleFrame[], themes: Theme[], fights: PuzzleFight[], rated: boolean,
 * standing: PuzzleStanding | null }} PuzzleAnswer
 */
/** How an attack on an unknown piece could end. @typedef {{ move: string, wins: number, draws: number }} PuzzleFight */
/**
 * A position of a line, and the move that led to it.
 * @typedef {{ move: string, squares: string[], taken: string[], view: View }} PuzzleFrame
 */
/**
 * A game that has puzzles.
 * @typedef {{ game: string, count: number, themes: PuzzleTheme[], endings: EndingClass[] }} PuzzleGame
 */
/** @typedef {{ games: PuzzleGame[] }} PuzzleGames */
/** @typedef {{ move: string, squares: string[] }} PuzzleHint */
/** @typedef {{ moves?: string[] }} PuzzleHintRequest */
/**
 * @typedef {{ mode: RunMode, score: number, mistakes: number, over: boolean, left: number | null,
 * puzzle: PuzzleTask }} PuzzleRun
 */
/** @typedef {{ run: PuzzleRun, answer: PuzzleAnswer }} PuzzleRunAnswer */
/**
 * A player's results in the puzzles of one game.
 * @typedef {{ rating: number, deviation: number, best_streak: number, best_timed: number }} PuzzleStanding
 */
/**
 * @typedef {{ game: string, standing: PuzzleStanding, tried: number, solved: number,
 * themes: ThemeResult[] }} PuzzleStatistics
 */
/**
 * A position to solve.
 * @typedef {{ id: string, game: string, goal: Goal, rating: number, seat: string, position: Position,
 * odds: Odds[] }} PuzzleTask
 */
/** @typedef {{ theme: Theme, count: number }} PuzzleTheme */
/** @typedef {{ moves: string[] }} PuzzleTry */
/**
 * Some of the plies of a match, from `start` on.
 * @typedef {{ start: number, total: number, record: Ply[] }} RecordPage
 */
/**
 * The views after each ply from `start` on; the first of them is before the first of these plies.
 * @typedef {{ game: string, perspective: string, total: number, start: number, record: Ply[], frames: View[] }} Replay
 */
/** @typedef {{ reason: string, match?: string | null }} ReportPlayer */
/** @typedef {{ type: "resign", command_id: string, seat?: string | null }} ResignFrame */
/**
 * @typedef {{ match: string, game: string, plies: number, moves: ReviewedMove[], seats: ReviewedSeat[],
 * moments: ReviewMoment[] }} Review
 */
/**
 * Every move of a finished match. It ends an earlier analysis.
 * @typedef {{ type: "review", id: number, match: string }} ReviewFrame
 */
/**
 * A moment that mattered, after this ply.
 * @typedef {{ ply: number, kind: MomentKind, seat: string | null, comment: KeyedText, sentence: string }} ReviewMoment
 */
/**
 * Scores are in hundredths of a man or of the game's own unit.
 * @typedef {{ ply: number, seat: string, move: string, best: string, line: string[], better: string[], reply: string[],
 * score: number, score_first: number, chances: number, loss: number, luck: number, mark: string, mistake: boolean,
 * forced: boolean, accuracy: number | null, known: KnownResult | null, expected: number | null, guess: Guess | null,
 * target_odds: number | null, comments: KeyedText[], sentences: string[] }} ReviewedMove
 */
/**
 * @typedef {{ seat: string, accuracy: number | null, dubious: number, mistakes: number, blunders: number,
 * average_loss: number, luck: number }} ReviewedSeat
 */
/**
 * A legal move by one of the paths that a player may touch.
 * @typedef {{ text: string, squares: string[], taken: string[] }} Route
 */
/** @typedef {{ game: string, title: string, markdown: string, language: string }} RulesPage */
/** Many puzzles in a row. @typedef {"streak" | "timed"} RunMode */
/** @typedef {{ name: string, game: string, seat: string, pieces: Placed[] }} SavedFormation */
/** @typedef {{ formations: SavedFormation[] }} SavedFormations */
/**
 * A commitment to secrets: what it covers, its Merkle root and its number of leaves.
 * @typedef {{ name: string, root: string, size: number }} Seal
 */
/** @typedef {{ seat: string, connected: boolean, claim_in: number | null }} SeatPresence */
/**
 * @typedef {{ seat: string, player: Player | null, ready: boolean, colour: string | null, hints: number }} SeatState
 */
/** @typedef {{ seat: string, player: Player | null }} SeatSummary */
/**
 * What each hidden piece could be, as far as a seat could know after a ply.
 * @typedef {{ seat: string, ply: number, odds: Odds[] }} SecretOdds
 */
/**
 * A match that waits for anyone in the lobby.
 * @typedef {{ id: string, game: string, creator: Player, seat: string | null, clock: TimeControl | null,
 * created_at: number }} Seek
 */
/**
 * Play somebody who waits for the same game with the same clock, or wait in the lobby.
 * @typedef {{ game: string, command_id?: string | null, clock?: TimeControl | null, nonce?: string | null,
 * nonce_hash?: string | null }} SeekGame
 */
/** @typedef {{ seeks: Seek[] }} Seeks */
/**
 * @typedef {Snapshot | Update | Change | AckFrame | ErrorFrame | PresenceFrame | Ping | Lobby |
 * ChallengesFrame} ServerFrame
 */
/**
 * A device on which I am signed in.
 * @typedef {{ id: string, opened_at: number, used_at: number, agent: string, address: string,
 * current: boolean }} Session
 */
/** The newest first. @typedef {{ sessions: Session[] }} Sessions */
/** @typedef {{ square: string, kind: string, marks: string[] }} Shown */
/** @typedef {{ player: Player, guest: boolean, token: string, language: string | null }} SignedIn */
/**
 * @typedef {{ type: "snapshot", version: number, match: MatchFacts, viewer: Viewer, state: State, record: Ply[],
 * presence: Presence, head: string, record_from: number }} Snapshot
 */
/** @typedef {{ name: string, row: number, column: number, letters: string | null }} Square */
/** How the first position of a game is made. @typedef {"dealt" | "fixed" | "placed"} Start */
/**
 * Everything about a match that can change, as one viewer may know it.
 * @typedef {{ status: Status, seats: SeatState[], clock: Clock | null, view: View | null, moves: Route[],
 * pending: Pending | null, army: Placed[] | null, offer: OpenOffer | null, can: string[], outcome: Outcome | null,
 * rematch: string | null, fairness: Fairness }} State
 */
/**
 * @typedef {{ status?: Status, seats?: SeatState[], clock?: Clock | null, view?: View | null, view_change?: ViewChange,
 * moves?: Route[], pending?: Pending | null, army?: Placed[] | null, offer?: OpenOffer | null, can?: string[],
 * outcome?: Outcome | null, rematch?: string | null, fairness?: Fairness }} StateChange
 */
/** @typedef {"aborted" | "active" | "finished" | "waiting"} Status */
/** @typedef {{ type: "stop" }} StopFrame */
/** @typedef {{ matches: Summary[], next: number | null }} Summaries */
/**
 * @typedef {{ id: string, game: string, status: Status, seats: SeatSummary[], clock: TimeControl | null,
 * outcome: Outcome | null, created_at: number, updated_at: number, your_seats: string[], imported: boolean,
 * verified: boolean, start: string | null, to_move: string | null, your_turn: boolean, invited: Player |
 * null }} Summary
 */
/**
 * Keeps the first `kept` of the captured pieces and adds others.
 * @typedef {{ kept: number, kinds: string[] }} TakenChange
 */
/**
 * What a solution is about.
 * @typedef {"breakthrough" | "endgame_win" | "exact_ending" | "fight" | "forced_chain" | "hold_the_draw" |
 * "king_trap" | "long_capture" | "no_fight" | "opposition" | "rescue" | "safe_capture" | "shot" | "win_material"} Theme
 */
/** @typedef {{ theme: Theme, tried: number, solved: number }} ThemeResult */
/**
 * @typedef {{ base: number, increment?: number, delay?: number, cap?: number | null, renewed?: boolean }} TimeControl
 */
/** @typedef {{ game: string, material: string, goal?: Goal }} TrainEnding */
/** @typedef {{ right: boolean, played: PuzzleFrame | null, why: Why | null }} TriedStep */
/** @typedef {{ move: string }} TryStep */
/**
 * What happened since `from_version`, and how the match is now.
 * @typedef {{ type: "update", from_version: number, version: number, events: Event[], state: State,
 * record_from: number, record: Ply[], viewer: Viewer, presence: Presence, head: string }} Update
 */
/**
 * A position as the viewer may know it.
 * @typedef {{ seat: string | null, to_move: string | null, pieces: Shown[], taken: string[], hidden: Count[],
 * text: string }} View
 */
/**
 * @typedef {{ seat?: string | null, to_move?: string | null, pieces?: PiecesChange, taken?: TakenChange,
 * hidden?: Count[], text?: string }} ViewChange
 */
/** @typedef {{ seats: string[], seat: string | null }} Viewer */
/**
 * Whether these squares are a legal move, and if not, why.
 * @typedef {{ legal: boolean, code: string | null, detail: string | null, squares: string[], key: string | null,
 * values: Record<string, string | number | (string | number | KeyedText)[] | KeyedText>, moves: string[] }} Why
 */
/** @typedef {{ tree: string }} WriteTree */

export {};
