import type { Provider } from 'oidc-provider';
import type { Db } from '#server/db/connect.ts';
import type { Directory } from '#server/identity/directory.ts';
import { MOUNT_PATH } from '#server/config.ts';
import { readForm } from './form.ts';
import { type Context, goOnAs, interactionOf, type InteractionSteps, showPage } from './interaction.ts';
import type { PageFrame } from './layout.ts';
import { messagePage } from './message.page.ts';
import { signInPage } from './sign-in.page.ts';

type SignInOptions = Readonly<{
  provider: Provider;
  db: Db;
  directory: Directory;
  pages: PageFrame;
  /** Why nobody may be believed at this moment. */
  refuseDemo: (() => Promise<string | undefined>) | undefined;
}>;

/** The page that asks who one is, and believes it. */
export function demoSteps({ provider, db, directory, pages, refuseDemo }: SignInOptions): InteractionSteps {
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
      if (person) return goOnAs({ provider, db, ctx, interaction, personId: person.id });
      ctx.status = 303;
      ctx.redirect(`${MOUNT_PATH}/interaction/${uid}`);
    },
  };
}
