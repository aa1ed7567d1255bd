import { pickByLanguage } from '../platform/text/language-tags.ts';
import de from './catalogues/de.json' with { type: 'json' };
import en from './catalogues/en.json' with { type: 'json' };
import es from './catalogues/es.json' with { type: 'json' };
import fr from './catalogues/fr.json' with { type: 'json' };
import it from './catalogues/it.json' with { type: 'json' };
import nl from './catalogues/nl.json' with { type: 'json' };
import pt from './catalogues/pt.json' with { type: 'json' };

/** All texts in one language. Names in braces are placeholders. */
export type Catalogue = typeof en;

export const english: Catalogue = en;

export const catalogues: Readonly<Record<string, Catalogue>> = { de, en, es, fr, it, nl, pt };

/** The catalogue for a BCP 47 language tag, undefined for a language without one. */
export const findCatalogue = (tag: string | null | undefined): Catalogue | undefined =>
  pickByLanguage(catalogues, tag);
