import { html, type Html } from './html.ts';

const CENTRE = { x: 528, y: 712 };
const TICKS_PER_TURN = 80;

/** The big dial, drawn for a panel of 640 x 900 that crops it on the right and below. */
export function dialArt(): Html {
  const { x, y } = CENTRE;
  return html`<svg
    class="dial"
    viewBox="0 0 640 900"
    preserveAspectRatio="xMaxYMax slice"
    aria-hidden="true"
    focusable="false"
  >
    <g class="ticks">${Array.from({ length: TICKS_PER_TURN }, (_, index) => tick(index))}</g>
    <circle class="ring" cx="${x}" cy="${y}" r="312" />
    <path class="track" d="${arc(257, 150, 260)}" />
    <path class="track" d="${arc(257, 285, 390)}" />
    ${end(150, 'end')}${end(260, 'end end-open')}${end(285, 'end')}
    <circle class="knob" cx="${x}" cy="${y}" r="192" />
    <path class="notch" d="M${at(81, 307)}L${at(154, 307)}" />
  </svg>`;
}

/** The same dial, small: track, filled arc, knob with a notch. */
export function logo(): Html {
  return html`<svg class="logo" viewBox="0 0 28 28" aria-hidden="true" focusable="false">
    <path class="logo-track" d="M5.16 22.84A12.5 12.5 0 1 1 22.84 22.84" />
    <path class="logo-arc" d="M5.16 22.84A12.5 12.5 0 0 1 20.25 3.17" />
    <circle class="logo-knob" cx="14" cy="14" r="8.2" />
    <path class="logo-notch" d="M15.6 11.8L18.4 8.2" />
  </svg>`;
}

export function lock(): Html {
  return html`<svg class="lock" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <rect x="5" y="11" width="14" height="10" rx="2" />
    <path d="M8 11V7a4 4 0 0 1 8 0v4M12 15.5v1" />
  </svg>`;
}

function tick(index: number): Html {
  const angle = (index * 360) / TICKS_PER_TURN;
  const kind = index % 10 === 0 ? 'major' : index % 5 === 0 ? 'middle' : 'minor';
  const outer = { major: 389, middle: 375, minor: 367 }[kind];
  return html`<path class="tick-${kind}" d="M${at(352, angle)}L${at(outer, angle)}" />`;
}

function end(angle: number, name: string): Html {
  const [cx = '', cy = ''] = at(257, angle).split(' ');
  return html`<circle class="${name}" cx="${cx}" cy="${cy}" r="10" />`;
}

function arc(radius: number, from: number, to: number): string {
  return `M${at(radius, from)}A${radius} ${radius} 0 ${to - from > 180 ? 1 : 0} 1 ${at(radius, to)}`;
}

/** A point around the centre, in degrees clockwise from the right. */
function at(radius: number, angle: number): string {
  const radians = (angle * Math.PI) / 180;
  const x = CENTRE.x + radius * Math.cos(radians);
  const y = CENTRE.y + radius * Math.sin(radians);
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}
