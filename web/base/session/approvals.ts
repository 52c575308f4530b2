import { numberInSentence } from '#domain/review/number.ts';
import { useSettings } from './settings.tsx';

/** "two": as many approvals as the installation asks for, inside a sentence. */
export const useApprovalsWord = (): string => numberInSentence(useSettings().requiredApprovals);
