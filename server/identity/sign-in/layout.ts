import { numberWord } from '#domain/review/number.ts';
import { dialArt, logo } from './dial.art.ts';
import { html, type Html } from './html.ts';

/** The link back to the app, the stylesheet, and the approvals that a draft needs. */
export type PageFrame = Readonly<{ home: string; stylesheet: string; approvals: number }>;

/** The house style: the dial on the left, the content on the right. No script, no inline style. */
export function layout({ stylesheet, approvals }: PageFrame, title: string, content: Html): string {
  return html`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Lineslip</title>
        <link rel="stylesheet" href="${stylesheet}" />
      </head>
      <body>
        <header class="panel">
          <div class="brand">${logo()}<span>Lineslip</span></div>
          <p class="motto">Every dial in order.<br />${numberWord(approvals)} approvals before a draft goes live.</p>
          ${dialArt()}
        </header>
        <main class="content"><div class="column">${content}</div></main>
      </body>
    </html> `.toString();
}

export type Message = Readonly<{ title: string; text: string; detail?: string | undefined; action?: string }>;

/** Says what happened and how to continue. `detail` is for troubleshooting. */
export function messagePage(frame: PageFrame, { title, text, detail, action = 'Back to Lineslip' }: Message): string {
  return layout(
    frame,
    title,
    html`<h1>${title}</h1>
      <p class="lead">${text}</p>
      ${detail ? html`<p class="detail">${detail}</p>` : undefined}
      <a class="action" href="${frame.home}">${action}</a>`,
  );
}
