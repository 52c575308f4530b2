import { PASSWORD, PASSWORD_HINT } from '#domain/user/password.ts';
import { lock } from './dial.art.ts';
import { html, type Html } from './html.ts';
import { layout, type PageFrame } from './layout.ts';

type SignInForm = Readonly<{ email: string; refusal?: string | undefined }>;

/** Keeps the typed e-mail, never the password. */
export function passwordPage(frame: PageFrame, { email, refusal }: SignInForm): string {
  return layout(
    frame,
    'Sign in',
    html`<h1>Sign in</h1>
      <p class="lead">With your e-mail and your password.</p>
      <form class="fields" method="post">
        ${refused(refusal)}
        <label for="email">E-mail</label>
        <input
          id="email"
          name="email"
          type="email"
          value="${email}"
          autocomplete="username"
          maxlength="254"
          required
          ${described(refusal)}
          ${email === '' ? html`autofocus` : undefined}
        />
        <label for="password">Password</label>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="current-password"
          required
          ${described(refusal)}
          ${email === '' ? undefined : html`autofocus`}
        />
        <button class="action" type="submit">Sign in</button>
      </form>
      <p class="foot">${lock()}Forgot your password? An administrator can give you a new link.</p>`,
  );
}

type NewPasswordForm = Readonly<{
  title: string;
  lead: string;
  action: string;
  person: Readonly<{ name: string; email: string }>;
  refusal?: string | undefined;
}>;

/** Asks for a new password, twice. Includes the e-mail for the browser's password manager. */
export function newPasswordPage(frame: PageFrame, { title, lead, action, person, refusal }: NewPasswordForm): string {
  return layout(
    frame,
    title,
    html`<h1>${title}</h1>
      <p class="lead">${lead}</p>
      <form class="fields" method="post">
        ${refused(refusal)}
        <label for="email">For ${person.name}</label>
        <input id="email" name="email" type="email" value="${person.email}" autocomplete="username" readonly />
        <label for="new_password">New password</label>
        <input
          id="new_password"
          name="new_password"
          type="password"
          autocomplete="new-password"
          minlength="${PASSWORD.least}"
          maxlength="${PASSWORD.most}"
          aria-describedby="hint${refusal ? ' refusal' : ''}"
          required
          autofocus
        />
        <p class="hint" id="hint">${PASSWORD_HINT}</p>
        <label for="repeated">The same again</label>
        <input
          id="repeated"
          name="repeated"
          type="password"
          autocomplete="new-password"
          maxlength="${PASSWORD.most}"
          required
          ${described(refusal)}
        />
        <button class="action" type="submit">${action}</button>
      </form>`,
  );
}

const refused = (refusal: string | undefined): Html | undefined =>
  refusal ? html`<p class="refusal" id="refusal" role="alert">${refusal}</p>` : undefined;

const described = (refusal: string | undefined): Html | undefined =>
  refusal ? html`aria-describedby="refusal"` : undefined;
