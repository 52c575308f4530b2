import { SegmentedControl } from '@mantine/core';
import IconMeaning from '@tabler/icons-react/dist/esm/icons/IconFileCode.mjs';
import IconPaste from '@tabler/icons-react/dist/esm/icons/IconClipboardText.mjs';
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs';
import IconLink from '@tabler/icons-react/dist/esm/icons/IconLink.mjs';
import { type ComponentProps, memo, type Ref, type RefObject } from 'react';
import type { Risk } from '#domain/evaluation/risk.ts';
import { copyText } from '#web/kit/copyText.ts';
import { download } from '#web/kit/download.ts';
import { PageHeader } from '#web/kit/PageHeader.tsx';
import { notifyError } from '#web/kit/Toaster.tsx';
import type { RiskTrial, TriedList } from './tried.ts';
import { tryAddress } from './useTriedRisk.ts';

/** The path of the page that a copied link opens, and what its reader will not see. */
type Link = Readonly<{ path: string; note?: string }>;

export type TryHeaderProps = Readonly<{
  /** The page's path: "Buckets › 9101 Alder › Cyber Privacy & Tech". */
  path: NonNullable<ComponentProps<typeof PageHeader>['subtitle']>;
  /** The name on the back button. */
  name: string;
  /** The lists a risk can be tried on. Empty until loaded. Must be stable, or everything is read again. */
  lists: readonly TriedList[];
  link: Link;
  /** The key of the list being tried. */
  shown: string;
  latest: RefObject<RiskTrial>;
  onChoose: (key: string) => void;
  onPaste: (open: boolean) => void;
  onClose: () => void;
  heading: Ref<HTMLHeadingElement>;
}>;

/** Not re-rendered by keys in the form: the risk is read when it is copied. */
export const TryHeader = memo(function TryHeader(props: TryHeaderProps) {
  const { path, name, lists, shown, link, latest, onChoose, onPaste, onClose, heading } = props;
  return (
    <PageHeader
      title="Try a risk"
      heading={heading}
      subtitle={path}
      back={{ label: name, onBack: onClose }}
      control={
        lists.length > 1 && (
          <SegmentedControl
            aria-label="Tried on"
            data={lists.map(({ key, label }) => ({ value: key, label }))}
            value={shown}
            onChange={onChoose}
          />
        )
      }
      actions={[
        {
          label: 'Copy link',
          variant: 'default',
          icon: <IconLink size={15} aria-hidden />,
          onClick: () => void copyLink(link, latest.current.risk, shown),
        },
      ]}
      menu={[
        {
          label: 'Copy as JSON',
          icon: <IconCopy size={16} aria-hidden />,
          onClick: () => void copyRisk(latest.current.risk),
        },
        { label: 'Paste JSON', icon: <IconPaste size={16} aria-hidden />, onClick: () => onPaste(true) },
        {
          label: 'Meaning of evaluation',
          icon: <IconMeaning size={16} aria-hidden />,
          onClick: () => void downloadMeaning(),
        },
      ]}
      onClose={onClose}
    />
  );
});

/** The page's URL with the whole risk in it. */
function copyLink({ path, note }: Link, risk: Risk, side: string): Promise<void> {
  const address = new URL(tryAddress(path, risk, side), window.location.origin).href;
  return copyText(address, note === undefined ? 'Link copied to clipboard' : `Link copied to clipboard. ${note}`);
}

const copyRisk = (risk: Risk): Promise<void> => copyText(JSON.stringify(risk, null, 2), 'Risk copied to clipboard');

/** The conformance pack as one file: what a bucket gives a risk, in words and in cases, for other implementations. */
async function downloadMeaning(): Promise<void> {
  try {
    const { readPack } = await import('./pack.ts');
    download('lineslip-evaluation.json', JSON.stringify(readPack(), null, 2), 'application/json');
  } catch {
    notifyError('Failed to download the meaning of evaluation');
  }
}
