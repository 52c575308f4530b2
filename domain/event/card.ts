import { describeMeasuredDay, describePercent } from '#domain/impact/percent.ts';
import type { EventName } from './event.ts';
import { EVENT_WORDS } from './words.ts';

export const WEBHOOK_FORMATS = ['standard', 'teams', 'slack'] as const;
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

/** What a card needs of a message. Messages that were queued by an earlier version may lack anything. */
export type CardMessage = Readonly<{
  type?: string;
  data?: Readonly<{
    url?: string;
    bucket?: Readonly<{ class?: string; partner?: Readonly<{ number: number; name: string }> }>;
    by?: Readonly<{ name?: string }>;
    review?: Readonly<{ description?: string; content_hash?: string; live_on?: string }>;
    choice?: string;
    text?: string;
    reason?: string;
  }>;
}>;

/** Risks that change, of all, and the day of the measurement; null where nothing was measured. */
export type CardImpact = Readonly<{ changed: number; all: number; day: string | null }> | null;
type Fact = Readonly<{ name: string; value: string }>;

const CHOICES: Readonly<Record<string, string>> = { approve: 'Approved', reject: 'Rejected' };

function describe({ type = '', data = {} }: CardMessage, impact: CardImpact) {
  const { bucket, by, review, choice, text, reason, url = '' } = data;
  const words = EVENT_WORDS[type as EventName] as { label: string } | undefined;
  const partner = bucket?.partner === undefined ? '' : `, ${bucket.partner.number} ${bucket.partner.name}`;
  const facts: Fact[] = [
    { name: 'What', value: (choice === undefined ? undefined : CHOICES[choice]) ?? words?.label ?? type },
    { name: 'Who', value: by?.name ?? '' },
    { name: 'Why', value: review?.description ?? reason ?? '' },
    { name: 'Comment', value: text ?? '' },
    {
      name: 'Impact',
      value:
        impact === null
          ? ''
          : `${describePercent(impact.changed, impact.all)} of risks change ${describeMeasuredDay(impact.day)}`,
    },
    { name: 'Goes live', value: review?.live_on ?? '' },
  ];
  return { title: `${bucket?.class ?? 'Lineslip'}${partner}`, facts: facts.filter(({ value }) => value !== ''), url };
}

/** A message of a Teams workflow: an Adaptive Card with a link, and no way to decide. */
function writeTeams(message: CardMessage, impact: CardImpact): object {
  const { title, facts, url } = describe(message, impact);
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      { type: 'TextBlock', text: title, weight: 'Bolder', size: 'Medium', wrap: true },
      { type: 'FactSet', facts: facts.map(({ name, value }) => ({ title: name, value })) },
    ],
    ...(url !== '' && { actions: [{ type: 'Action.OpenUrl', title: 'Open in Lineslip', url }] }),
  };
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }],
  };
}

/** Slack reads these three characters as markup. */
const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const MAX_FIELD = 2000;

function writeSlack(message: CardMessage, impact: CardImpact): object {
  const { title, facts, url } = describe(message, impact);
  const [first] = facts;
  return {
    text: escape([title, first?.value, url].filter(Boolean).join(': ')),
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: title.slice(0, 150) } },
      {
        type: 'section',
        fields: facts.map(({ name, value }) => ({
          type: 'mrkdwn',
          text: `*${name}*\n${escape(value)}`.slice(0, MAX_FIELD),
        })),
      },
      ...(url === ''
        ? []
        : [
            {
              type: 'actions',
              elements: [{ type: 'button', text: { type: 'plain_text', text: 'Open in Lineslip' }, url }],
            },
          ]),
    ],
  };
}

const WRITERS = {
  standard: (message) => message,
  teams: writeTeams,
  slack: writeSlack,
} as const satisfies Record<WebhookFormat, (message: CardMessage, impact: CardImpact) => object>;

/** The body that is sent. Cards have a link only: nobody approves outside the product. */
export const writeCard = (format: WebhookFormat, message: CardMessage, impact: CardImpact): object =>
  WRITERS[format](message, impact);
