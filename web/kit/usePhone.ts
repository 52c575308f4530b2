import { useMediaQuery } from '@mantine/hooks';

export const PHONE = '(max-width: 599.98px)';

/** Whether the window is as narrow as a phone. Prefer a media query in the sheet where it suffices. */
export const usePhone = (): boolean => useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
