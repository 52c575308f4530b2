import { makeEvent } from '#domain/event/event.ts';
import { isSetupDone, type SetupFacts } from '#domain/setup/setup.ts';
import type { Actor } from '#domain/user/person.ts';
import { ADMIN_EDIT, type ChangeKit, runChange } from '#server/change/change.ts';
import { insertDismissal, isDismissed, readFacts } from './admin.store.ts';

/** The first steps of a new installation. The demo comes with content: it has none. */
export function setupService(
  kit: ChangeKit,
  { isDemo, requiredApprovals: required }: Readonly<{ isDemo: boolean; requiredApprovals: number }>,
) {
  const { db, directory } = kit;
  // It never opens again, so it is read until it is over.
  let isOver = isDemo;

  return {
    facts: (): Promise<SetupFacts> => readFacts(db, { directory, required }),

    /** Whether Home shows the setup. */
    async isOpen(): Promise<boolean> {
      if (!isOver) isOver = (await isDismissed(db)) || isSetupDone(await readFacts(db, { directory, required }));
      return !isOver;
    },

    async dismiss(actor: Actor): Promise<{ dismissed: true }> {
      await runChange(kit, {
        actor,
        needs: ADMIN_EDIT,
        work: async ({ trx, now }) => {
          const at = now();
          const events = (await insertDismissal(trx, at)) ? [makeEvent('setup_dismissed', 'setup', {})] : [];
          return { events, at, answer: undefined };
        },
      });
      isOver = true;
      return { dismissed: true };
    },
  };
}
