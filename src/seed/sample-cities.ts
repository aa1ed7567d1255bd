/** `#` is any digit. The telephone numbers are reserved for fiction. */
export const cities = [
  city('Montréal', 'QC', 'H2X 1Y4', 'Canada', '+1 514 555 01##'),
  city('Québec', 'QC', 'G1R 4P5', 'Canada', '+1 418 555 01##'),
  city('Toronto', 'ON', 'M5V 2T6', 'Canada', '+1 416 555 01##'),
  city('Ottawa', 'ON', 'K1P 5M7', 'Canada', '+1 613 555 01##'),
  city('Vancouver', 'BC', 'V6B 1A1', 'Canada', '+1 604 555 01##'),
  city('Calgary', 'AB', 'T2P 1J9', 'Canada', '+1 403 555 01##'),
  city('Halifax', 'NS', 'B3J 1S9', 'Canada', '+1 902 555 01##'),
  city('Winnipeg', 'MB', 'R3C 0V8', 'Canada', '+1 204 555 01##'),
  city('Sherbrooke', 'QC', 'J1H 1Z1', 'Canada', '+1 819 555 01##'),
  city('Boston', 'MA', '02116', 'United States', '+1 617 555 01##'),
  city('New York', 'NY', '10012', 'United States', '+1 212 555 01##'),
  city('Portland', 'OR', '97209', 'United States', '+1 503 555 01##'),
  city('Lyon', 'Auvergne-Rhône-Alpes', '69002', 'France', '+33 4 65 71 ## ##'),
  city('Paris', 'Île-de-France', '75011', 'France', '+33 1 99 00 ## ##'),
  city('Nantes', 'Pays de la Loire', '44000', 'France', '+33 2 61 91 ## ##'),
  city('Berlin', 'Berlin', '10435', 'Germany', '+49 30 23125 ###'),
  city('Hamburg', 'Hamburg', '20357', 'Germany', '+49 40 66969 ###'),
  city('München', 'Bayern', '80469', 'Germany', '+49 89 99998 ###'),
] as const;

type Country = keyof typeof streets;

export const streets = {
  Canada: [
    '# King Street West',
    '# Queen Street East',
    '# Main Street',
    '# Dundas Street',
    '# Maple Avenue',
  ],
  'United States': [
    '# Washington Street',
    '# Park Avenue',
    '# Oak Street',
    '# Broadway',
    '# Mill Road',
  ],
  France: [
    '# rue de la République',
    '# rue Victor Hugo',
    '# avenue Jean Jaurès',
    '# rue Pasteur',
    '# quai de la Gare',
  ],
  Germany: ['Hauptstraße #', 'Gartenstraße #', 'Schillerstraße #', 'Bahnhofstraße #', 'Am Markt #'],
} as const;

function city(name: string, locality: string, postal: string, country: Country, phone: string) {
  return { city: name, locality, postal, country, phone };
}
