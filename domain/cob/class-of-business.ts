/** Screens show the label; URLs and the API use the slug. */
const FAMILIES: Readonly<Record<string, readonly string[]>> = {
  Cargo: [''],
  'Casualty Treaty': ['LT Cat', 'LT Pro Rata', 'LT Risk', 'ST Cat', 'ST Risk'],
  Commercial: ['NA Facilities', 'NA Open Market', 'WW'],
  Contingency: ['Event Cancellation', 'Event Cancellation And Non Appearance', 'Non Appearance', 'Terror Only'],
  'Cyber Privacy & Tech': [''],
  'D&O WW': [''],
  Energy: ['Construction', 'GOM Wind', 'Liability', 'Midstream', 'Operational', 'Renewable'],
  FI: ['', 'Crime', 'D&O', 'PI'],
  Flood: [''],
  'Healthcare Liability': [''],
  Household: ['HV', 'NA'],
  Hull: [''],
  'Marine Hull And War': [
    'Increased Value',
    'Loss Of Hire',
    'Mortgage Interests',
    'Port Risks',
    'Tows And Voyages',
    'War',
    'Hull And Machinery',
  ],
  'Marine Liability': [''],
  'Marine War': [''],
  'Personal Accident': [''],
  'PI US': [''],
  'PL Int': [''],
  'Property Financial': [''],
  'Property Liability US SCGL': [''],
  'Property UK': [''],
  'Small NA Liability': [''],
  Specie: [''],
  Terrorism: [''],
  Transportation: [''],
};

export type ClassOfBusiness = Readonly<{ slug: string; label: string; family: string }>;

export const CLASSES: readonly ClassOfBusiness[] = Object.entries(FAMILIES).flatMap(([family, variants]) =>
  variants.map((variant) => {
    const label = variant === '' ? family : `${family} ${variant}`;
    return { slug: slugOf(label), label, family };
  }),
);

const BY_SLUG = new Map(CLASSES.map((cob) => [cob.slug, cob]));

export const findClass = (slug: string): ClassOfBusiness | undefined => BY_SLUG.get(slug);

/** "Cyber Privacy & Tech" is `cyber-privacy-and-tech`. */
function slugOf(label: string): string {
  return label
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll(/[^a-z0-9]+/g, '-');
}

/** The slugs of all classes of these families. */
export function classesOf(...families: readonly string[]): readonly string[] {
  return CLASSES.filter(({ family }) => families.includes(family)).map(({ slug }) => slug);
}
