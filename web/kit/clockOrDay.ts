export { formatTimeOrMoment as clockOrDay } from './format.ts';
