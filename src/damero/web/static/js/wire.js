/**
 * The shapes that travel between server and browser (docs/api.md). Types only.
 *
 * @typedef {{ name: string, row: number, column: number }} Square
 * @typedef {{ rows: number, columns: number, mirrored: boolean, squares: Square[] }} BoardShape
 * @typedef {{ id: string, name: string, colour: string | null, symbol: string, label: string }} PieceKind
 * @typedef {{ level: number, name: string, strength: string }} Level
 * @typedef {{ id: string, version: number, title: string, family: string, summary: string, seats: string[],
 *   start: "fixed" | "dealt" | "placed", hidden: boolean, chance: boolean, board: BoardShape, pieces: PieceKind[],
 *   levels: Level[], start_text: string | null }} Game
 * @typedef {{ square: string, kind: string, marks?: string[] }} Shown
 * @typedef {{ seat: string | null, to_move: string | null, pieces: Shown[], taken: string[],
 *   hidden: { kind: string, count: number }[], text: string }} View
 * @typedef {{ text: string, squares: string[], taken: string[] }} Route
 * @typedef {{ seat: string, text: string, squares: string[], at: number }} Ply
 * @typedef {{ winner: string | null, reason: string }} Outcome
 * @typedef {{ id: string, name: string, kind: string, level: number | null }} Player
 * @typedef {{ base: number | null, increment: number, delay: number, cap: number | null, renewed: boolean }} TimeControl
 * @typedef {{ at: number, running: string | null, remaining: Record<string, number>, delay_left: number,
 *   deadline: number | null }} Clock
 * @typedef {{ id: number, kind: "draw" | "takeback" | "rematch", seat: string }} Offer
 * @typedef {{ seat: string, player: Player | null, ready: boolean, colour?: string | null }} SeatState
 * @typedef {{ status: "waiting" | "active" | "finished" | "aborted", seats: SeatState[], clock: Clock | null,
 *   view: View | null, moves: Route[], pending: { squares: string[], next: string[] } | null, offer: Offer | null,
 *   army: Placed[] | null, can: string[], outcome: Outcome | null, rematch: string | null, fairness?: unknown }} MatchState
 * @typedef {{ id: string, game: string, access: string, code: string | null, control: TimeControl | null,
 *   rematch_of: string | null, creator: Player }} MatchFacts
 * @typedef {{ seats: string[], seat: string | null }} Viewer
 * @typedef {{ seat: string, connected: boolean, claim_in: number | null }} SeatPresence
 * @typedef {{ seats: SeatPresence[], spectators: number, thinking: boolean }} Presence
 * @typedef {{ type: "snapshot", version: number, match: MatchFacts, viewer: Viewer, state: MatchState, record: Ply[],
 *   presence: Presence }} Snapshot
 * @typedef {{ type: "update", from_version: number, version: number, events: { kind: string, seat: string | null,
 *   text: string | null }[], state: MatchState, record_from: number, record: Ply[], viewer: Viewer, presence: Presence }} Update
 * @typedef {{ code: string, detail: string, squares: string[] }} Refusal
 * @typedef {{ legal: boolean, code: string | null, detail: string | null, squares: string[], moves: string[] }} Why
 * @typedef {{ id: string, game: string, creator: Player, seat: string | null, clock: TimeControl | null,
 *   created_at: number }} Seek
 * @typedef {{ id: string, game: string, status: string, seats: { seat: string, player: Player | null }[],
 *   clock: TimeControl | null, outcome: Outcome | null, created_at: number, updated_at: number,
 *   your_seats: string[], your_turn?: boolean }} Summary
 * @typedef {{ view: View, moves: Route[], outcome: Outcome | null, colour: string | null }} PositionReply
 * @typedef {{ square: string, kind: string }} Placed
 * @typedef {{ name: string, pieces: Placed[] }} Formation
 * @typedef {{ seat: string, zone: string[], tray: { kind: string, count: number }[], formations: Formation[] }} Formations
 */

export {};
