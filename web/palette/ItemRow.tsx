import IconAdmin from '@tabler/icons-react/dist/esm/icons/IconShieldHalf.mjs';
import IconBucket from '@tabler/icons-react/dist/esm/icons/IconStack2.mjs';
import IconClass from '@tabler/icons-react/dist/esm/icons/IconLayoutGrid.mjs';
import IconClock from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import IconCreate from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconDial from '@tabler/icons-react/dist/esm/icons/IconAdjustmentsHorizontal.mjs';
import IconEdit from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconHome from '@tabler/icons-react/dist/esm/icons/IconHome.mjs';
import IconKeys from '@tabler/icons-react/dist/esm/icons/IconKeyboard.mjs';
import IconLoad from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs';
import IconPage from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs';
import IconPartner from '@tabler/icons-react/dist/esm/icons/IconBuilding.mjs';
import IconPerson from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import IconReview from '@tabler/icons-react/dist/esm/icons/IconChecks.mjs';
import IconTry from '@tabler/icons-react/dist/esm/icons/IconLineScan.mjs';
import { Marked } from '#web/dial/Marked.tsx';
import { Avatar } from '#web/kit/Avatar.tsx';
import { ChangeCounter, COUNTED_KINDS } from '#web/kit/ChangeCounter.tsx';
import { formatDayOrTime, formatTimeOrMoment, inSentence } from '#web/kit/format.ts';
import { KeyCaps } from '#web/kit/KeyCaps.tsx';
import { KeyHint } from '#web/kit/KeyHint.tsx';
import { StatusChip, StatusGlyph } from '#web/kit/StatusChip.tsx';
import type { Item } from './item.ts';
import classes from './Palette.module.css';

const ICONS = {
  home: IconHome,
  bucket: IconBucket,
  dial: IconDial,
  class: IconClass,
  partner: IconPartner,
  person: IconPerson,
  page: IconPage,
  edit: IconEdit,
  try: IconTry,
  create: IconCreate,
  review: IconReview,
  load: IconLoad,
  admin: IconAdmin,
  keys: IconKeys,
} as const satisfies Record<Item['icon'], unknown>;

/** The type of item. */
export function ItemGlyph({ item }: Readonly<{ item: Item | undefined }>) {
  if (item === undefined) return null;
  if (item.group === 'people')
    return (
      <span className={classes.glyph}>
        <Avatar name={item.text} size={22} />
      </span>
    );
  const Icon = ICONS[item.icon];
  return (
    <span className={`ls-ink-3 ${classes.glyph}`}>
      <Icon size={17} stroke={1.75} aria-hidden />
    </span>
  );
}

type ItemRowProps = Readonly<{
  item: Item;
  /** Among those that were looked at last. */ isRecent: boolean;
  isOn: boolean;
}>;

/** Its name, and at the end of the row what to know before opening it. */
export function ItemRow({ item, isRecent, isOn }: ItemRowProps) {
  const { text, tag, note, keys, opened } = item;
  return (
    <>
      <ItemGlyph item={item} />
      <span className="ls-row ls-clip">
        <span className={`ls-clip ls-ink ${classes.name}`}>
          <Marked text={text} />
        </span>
        {tag !== undefined && (
          <span className={`ls-tag ls-clip ${classes.tag}`}>
            <Marked text={tag} />
          </span>
        )}
        {note !== undefined && note !== '' && (
          <span className="ls-clip ls-small ls-ink-3">
            <Marked text={note} />
          </span>
        )}
      </span>
      <span className="ls-row ls-push ls-fixed ls-small ls-ink-3 ls-num">
        {opened !== undefined && (
          <span className="ls-inline">
            {!isRecent && <IconClock size={14} aria-hidden />}
            {openedText(opened, isRecent)}
          </span>
        )}
        <ItemState item={item} isRecent={isRecent} />
        {keys !== undefined && <KeyCaps keys={keys} />}
        {isOn && keys === undefined && <KeyHint>↵</KeyHint>}
      </span>
    </>
  );
}

function ItemState({
  item: { group, status, version, changes },
  isRecent,
}: Readonly<{ item: Item; isRecent: boolean }>) {
  if (changes !== undefined)
    return (
      <span className="ls-inline">
        {COUNTED_KINDS.filter((kind) => changes[kind] > 0).map((kind) => (
          <ChangeCounter key={kind} kind={kind} count={changes[kind]} />
        ))}
      </span>
    );
  if (status === undefined) return null;
  if (group === 'buckets' && status === 'active')
    return isRecent ? null : (
      <span className={`ls-pill ls-small ls-semi ls-fixed ${classes.live}`} data-tone="green">
        <StatusGlyph status="active" />
        {version === undefined ? 'Live' : `Live v${version}`}
      </span>
    );
  if (group === 'buckets') return <StatusChip status={status} />;
  return (
    <>
      <StatusChip status={status} glyphOnly />
      {version !== undefined && <span className="ls-tag">v{version}</span>}
    </>
  );
}

const DAY_MS = 86_400_000;

/** "opened 23:37", "yesterday", "14 Nov 2026"; among recent items "today 23:37". */
function openedText(moment: string, isRecent: boolean, now = new Date()): string {
  const isToday = formatDayOrTime(moment, now).startsWith('Today');
  if (isToday) return isRecent ? inSentence(formatDayOrTime(moment, now)) : `opened ${formatTimeOrMoment(moment, now)}`;
  const yesterday = new Date(now.getTime() - DAY_MS);
  return formatDayOrTime(moment, yesterday).startsWith('Today') ? 'yesterday' : formatDayOrTime(moment, now);
}
