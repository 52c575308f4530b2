import { html } from './html.ts';
import { layout, type PageFrame } from './layout.ts';

export type Message = Readonly<{ title: string; text: string; detail?: string | undefined; action?: string }>;

/** Says what happened and how to go on. `detail` is for whoever looks into it. */
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
