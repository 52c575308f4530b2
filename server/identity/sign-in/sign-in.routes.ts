import type { Provider } from 'oidc-provider';
import type { Db } from '#server/db/connect.ts';
import type { Directory, DirectoryPerson } from '#server/identity/directory.ts';
import { MOUNT_PATH } from '#server/config.ts';
import {
  type Context,
  continueAs,
  interactionOf,
  type InteractionHandlers,
  readForm,
  showPage,
} from './interaction.ts';
import { layout, messagePage, type PageFrame } from './layout.ts';
import { initials } from '#domain/user/person.ts';
import { lock } from './dial.art.ts';
import { html, type Html } from './html.ts';

type SignInOptions = Readonly<{
  provider: Provider;
  db: Db;
  directory: Directory;
  pages: PageFrame;
  /** Why the demo sign-in is closed. */
  refuseDemo: (() => Promise<string | undefined>) | undefined;
}>;

/** The demo page, which lets anyone choose a person. */
export function demoSteps({ provider, db, directory, pages, refuseDemo }: SignInOptions): InteractionHandlers {
  async function isRefused(ctx: Context): Promise<boolean> {
    const text = await refuseDemo?.();
    if (text !== undefined) showPage(ctx, messagePage(pages, { title: 'The demo sign-in is closed', text }), 403);
    return text !== undefined;
  }

  return {
    async show(ctx, uid) {
      await interactionOf(provider, ctx, uid);
      if (await isRefused(ctx)) return;
      showPage(ctx, signInPage(pages, await directory.list()));
    },

    async submit(ctx, uid) {
      const interaction = await interactionOf(provider, ctx, uid);
      if (await isRefused(ctx)) return;
      const person = await directory.find((await readForm(ctx.req)).get('account') ?? '');
      if (person) return continueAs({ provider, db, ctx, interaction, personId: person.id });
      ctx.status = 303;
      ctx.redirect(`${MOUNT_PATH}/interaction/${uid}`);
    },
  };
}

/** One button per person, labelled with their name: pressing it signs in. */
export function signInPage(frame: PageFrame, people: readonly DirectoryPerson[]): string {
  return layout(
    frame,
    'Sign in',
    html`<h1>Sign in</h1>
      <p class="lead">Choose who you are in this demo directory. No password is needed.</p>
      <form method="post">
        <ul class="people">
          ${people.map((person, index) => row(person, index, people))}
        </ul>
      </form>
      <p class="foot">${lock()}Embedded identity provider, for demonstration and tests</p>`,
  );
}

/** The button contains only the name, so that it is its whole label; the stylesheet stretches it over the row. */
function row({ id, name, email, summary }: DirectoryPerson, index: number, all: readonly DirectoryPerson[]): Html {
  const names = all.map((person) => person.name);
  return html`<li class="person">
    <span class="avatar" aria-hidden="true">${initials(name, names)}</span>
    <button type="submit" name="account" value="${id}" aria-describedby="summary-${index} email-${index}">
      ${name}
    </button>
    <span class="email" id="email-${index}">${email}</span>
    <span class="summary" id="summary-${index}">${summary}</span>
  </li> `;
}
