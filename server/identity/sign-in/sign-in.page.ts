import { initials } from '#domain/user/person.ts';
import type { DirectoryPerson } from '#server/identity/directory.ts';
import { lock } from './dial.art.ts';
import { html, type Html } from './html.ts';
import { layout, type PageFrame } from './layout.ts';

/** One button per person, named exactly like the person: pressing it signs in. */
export function signInPage(frame: PageFrame, people: readonly DirectoryPerson[]): string {
  return layout(
    frame,
    'Sign in',
    html`<h1>Sign in</h1>
      <p class="lead">Choose who you are in this demo directory. No password is needed.</p>
      <form method="post">
        <ul class="people">
          ${people.map(row)}
        </ul>
      </form>
      <p class="foot">${lock()}Embedded identity provider, for demonstration and tests</p>`,
  );
}

/** The button holds the name alone, so that it is its whole label; the stylesheet stretches it over the row. */
function row({ id, name, email, summary }: DirectoryPerson, index: number): Html {
  return html`<li class="person">
    <span class="avatar" aria-hidden="true">${initials(name)}</span>
    <button type="submit" name="account" value="${id}" aria-describedby="summary-${index} email-${index}">
      ${name}
    </button>
    <span class="email" id="email-${index}">${email}</span>
    <span class="summary" id="summary-${index}">${summary}</span>
  </li> `;
}
