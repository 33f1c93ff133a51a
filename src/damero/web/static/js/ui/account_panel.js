/** The account on the settings page: sign up, sign in and out, change the name or the password, delete the account. */

import { t } from "../i18n/messages.js";
import { me, patch, post, put, remove } from "../net/api.js";
import { confirmDialog } from "./dialog.js";
import { button, el, link } from "./element.js";
import { errorText } from "./error_text.js";
import { textField } from "./fields.js";
import { sessionList } from "./session_list.js";

/** @typedef {import("../net/api.js").CurrentPlayer} CurrentPlayer */
/** @typedef {(request: Promise<unknown>, done?: string) => void} Submit */

const NAME_LENGTH = { minlength: 2, maxlength: 24 };
const SHORTEST_PASSWORD = 8;

/** @param {string} label @param {"current-password" | "new-password"} autocomplete */
const passwordField = (label, autocomplete) =>
  textField(label, { type: "password", minlength: SHORTEST_PASSWORD, required: true, autocomplete });

/** A form that sends nothing before the browser finds its fields complete. @param {(event: SubmitEvent) => void} submitted @param {...Node} children */
const form = (submitted, ...children) =>
  el("form", {
    onsubmit: (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      submitted(event);
    },
  }, ...children);

/** @param {CurrentPlayer} current @param {Submit} submit */
function nameForm({ player }, submit) {
  const { field, input } = textField(t("settings.name"), { value: player.name, required: true, ...NAME_LENGTH });
  const rename = () => submit(patch("/api/me", { name: input.value.trim() }), t("settings.renamed"));
  return form(rename, field, el("button", {}, t("settings.rename")));
}

/** @param {Submit} submit */
function signInForm(submit) {
  const name = textField(t("settings.accountName"), { required: true, autocomplete: "username", ...NAME_LENGTH });
  const password = passwordField(t("settings.password"), "current-password");
  const submitted = (/** @type {SubmitEvent} */ { submitter }) => {
    const credentials = { name: name.input.value.trim(), password: password.input.value };
    submit(post(submitter?.dataset.path ?? "/api/sessions", credentials));
  };
  return form(
    submitted,
    name.field,
    password.field,
    el(
      "div",
      { class: "row" },
      el("button", { "data-path": "/api/sessions" }, t("settings.signIn")),
      el("button", { class: "primary", "data-path": "/api/accounts" }, t("settings.signUp")),
    ),
  );
}

/** @param {Submit} submit */
function passwordForm(submit) {
  const before = passwordField(t("settings.oldPassword"), "current-password");
  const after = passwordField(t("settings.newPassword"), "new-password");
  const change = () =>
    submit(
      put("/api/me/password", { old: before.input.value, new: after.input.value }),
      t("settings.passwordChanged"),
    );
  return el(
    "details",
    {},
    el("summary", {}, t("settings.changePassword")),
    form(change, before.field, after.field, el("button", {}, t("settings.changePassword"))),
  );
}

/** @param {Submit} submit */
function deleteForm(submit) {
  const password = passwordField(t("settings.password"), "current-password");
  const leave = async () => {
    if (!(await confirmDialog(t("settings.delete.ask"), t("settings.delete"), { danger: true }))) return;
    submit(remove("/api/me", { password: password.input.value }));
  };
  return el(
    "details",
    {},
    el("summary", {}, t("settings.delete")),
    el("p", { class: "muted" }, t("settings.delete.line")),
    form(leave, password.field, el("button", { class: "danger" }, t("settings.delete"))),
  );
}

/** @param {HTMLElement} holder @param {string} [done] what has just been done */
export async function showAccount(holder, done = "") {
  const current = await me({ refresh: true });
  const message = el("p", { role: "alert", class: "note" }, done);
  /** @type {Submit} */
  const submit = (request, text) => {
    request.then(() => showAccount(holder, text), (error) => {
      message.textContent = errorText(error);
      message.classList.add("warn");
    });
  };
  const signOut = button(t("settings.signOut"), () => submit(remove("/api/sessions")));
  const { player, guest } = current;
  const held = holder.contains(document.activeElement);
  holder.replaceChildren(
    el("h2", {}, t("settings.you")),
    el("p", { class: "muted" }, guest ? t("settings.guest") : t("settings.signedIn", { name: player.name })),
    el(
      "p",
      { class: "row" },
      link(`/player/${player.id}`, t("settings.results"), { class: "button" }),
      !guest && signOut,
    ),
    message,
    ...(guest ? [signInForm(submit), el("h3", {}, t("settings.guestName"))] : []),
    nameForm(current, submit),
    sessionList(),
    ...(guest ? [] : [passwordForm(submit), deleteForm(submit)]),
  );
  // The button that was pressed is gone, and the keyboard goes on where it was.
  if (held) holder.focus({ preventScroll: true });
}
