import { Button, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconDone from '@tabler/icons-react/dist/esm/icons/IconCircleCheckFilled.mjs';
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs';
import { useEffect, useRef } from 'react';
import type { NewEngineToken } from '#contract/engine.ts';
import { keysCommand, verifyCommand } from '#domain/feed/client.ts';
import type { Channel } from '#domain/feed/release.ts';
import { useFocusAtFirst } from '#web/kit/focus.ts';
import { useLatest } from '#web/kit/useLatest.ts';
import classes from './NewToken.module.css';

type NewTokenProps = Readonly<{ answer: NewEngineToken; isReplaced: boolean; onCopied: () => void }>;

/** The only sight of a token, and how to try it. */
export function NewToken({ answer: { engine, token }, isReplaced, onCopied }: NewTokenProps) {
  return (
    <div className={`ls-rule ls-sunken ${classes.created}`}>
      <p className="ls-row ls-wrap">
        <IconDone size={16} aria-hidden className="ls-green" />
        <b>{isReplaced ? `The token of ${engine.name} is replaced.` : `${engine.name} is created.`}</b>
        <span className="ls-ink-2">Copy the token now: it is not shown again.</span>
      </p>
      <TokenLine token={token} onCopied={onCopied} />
      <ShellLines channel={engine.channel} />
    </div>
  );
}

function TokenLine({ token, onCopied }: Readonly<{ token: string; onCopied: () => void }>) {
  const field = useRef<HTMLInputElement>(null);
  const button = useFocusAtFirst<HTMLButtonElement>();
  const { copy, copied, error } = useClipboard();
  const tell = useLatest(onCopied);
  useEffect(() => {
    if (copied) tell.current();
  }, [copied, tell]);
  useEffect(() => {
    if (error !== null) field.current?.select();
  }, [error]);
  return (
    <>
      <div className={`ls-row ${classes.token}`}>
        <TextInput
          ref={field}
          aria-label="Token"
          readOnly
          value={token}
          onFocus={(event) => event.currentTarget.select()}
          onCopy={onCopied}
          className="ls-grow"
          classNames={{ input: 'ls-mono' }}
        />
        <Button
          ref={button}
          variant="default"
          leftSection={copied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
          className={classes.copy}
          onClick={() => copy(token)}
        >
          {copied ? 'Copied' : 'Copy token'}
        </Button>
      </div>
      <p role="status" className="ls-small ls-ink-3">
        {error !== null && 'The browser did not allow copying: it is selected, so copy it by hand.'}
      </p>
    </>
  );
}

/** The token itself is in none of them: it would stay in the history of the shell. */
const linesFor = (channel: Channel): readonly string[] => [
  keysCommand('keys.json'),
  // One command: where several lines are pasted at once, the shell would read the next one as the token.
  'read -rs TOKEN && \\',
  `curl -fsH "Authorization: Bearer $TOKEN" ${window.location.origin}/feed/v1/${channel} -o feed.jws && \\`,
  verifyCommand('feed.jws', 'keys.json'),
];

function ShellLines({ channel }: Readonly<{ channel: Channel }>) {
  const { copy, copied } = useClipboard();
  const lines = linesFor(channel);
  return (
    <>
      <div className="ls-row ls-wrap ls-above-8">
        <b>Try it</b>
        <span className="ls-small ls-ink-3">
          in the folder of Lineslip; paste the token when the second line waits for it
        </span>
        <button type="button" className="ls-link ls-small ls-push" onClick={() => copy(lines.join('\n'))}>
          {copied ? 'Copied' : 'Copy the lines'}
        </button>
      </div>
      <ol className={`ls-list ls-card ls-mono ls-small ${classes.lines}`}>
        {lines.map((line) => (
          <li key={line} className="ls-flex ls-gap-10">
            <span aria-hidden className="ls-ink-3">
              $
            </span>
            <code className="ls-mono ls-break">{line}</code>
          </li>
        ))}
      </ol>
      <p className="ls-small ls-ink-3">
        The first line writes the public keys, which the engine needs beside its token. Then what is live is fetched,
        and its signature is checked with the keys.
      </p>
    </>
  );
}
