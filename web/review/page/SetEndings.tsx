import { EndingNotice } from '#web/bucket/show/endings/EndingNotice.tsx';
import { useEndings } from '#web/bucket/show/endings/useEndings.ts';
import { isOpen } from '#web/review/panel/reviewView.ts';
import { laterDay } from '#web/kit/format.ts';
import type { SetView } from './setView.ts';

/** The dials that will have ended when the drafts in review go live. */
export function SetEndings({ view }: Readonly<{ view: SetView }>) {
  const endings = useEndings(
    view.members.filter(isOpen).map(({ partner, cob, round }) => ({
      partner: partner.number,
      cob,
      revision: round.hash,
      liveOn: laterDay(round.live_on),
    })),
  );
  return <EndingNotice endings={endings} />;
}
