import { listFacts, type ReferenceList } from '#domain/dimension/dimension.ts';

export const nounOf = (list: ReferenceList): string => listFacts(list).noun;
export const showsCode = (list: ReferenceList): boolean => listFacts(list).showsCode === true;
