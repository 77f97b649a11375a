/** Words for the parts of the running application that a plugin can use beyond its own routes and pages. */
import { everyEntity, policyResources, type PolicyResource, type SlotName } from '../../sandbox/index.ts';

/** Label of the row of hosts. The facts complete it to a sentence. */
export const pagesMay = 'Pages may';

const effects: Readonly<Record<PolicyResource, string>> = {
  script: 'load scripts from',
  frame: 'show frames of',
  connect: 'send data to',
  style: 'load styles from',
  font: 'load fonts from',
  image: 'load images from',
  media: 'load audio and video from',
};

/** Converts facts of a footprint, such as `script https://cdn.example.com`, to words. The greatest risk is first. */
export function hostWords(facts: readonly string[]): readonly string[] {
  return policyResources.flatMap((resource) =>
    facts
      .filter((fact) => fact.startsWith(`${resource} `))
      .map((fact) => `${effects[resource]} ${fact.slice(resource.length + 1).replace('https://', '')}`),
  );
}

/** Label of the row of handlers for all requests. */
export const middlewareLabel = 'Middleware';

/** Converts facts of a footprint, such as `afterAuth server/lib/audit`, to words. */
export function middlewareWords(facts: readonly string[]): readonly string[] {
  return facts.map((fact) => {
    const [position = '', module = ''] = fact.split(' ');
    return `${module} sees every request${position === 'beforeRoutes' ? ' to /api' : ''}`;
  });
}

/** Label of the row of components in places of the pages. */
export const slotsLabel = 'Shown in';

const places: Readonly<Record<SlotName, string>> = {
  header: 'the header of every page',
  home: 'the start page',
  list: 'lists',
  record: 'pages of records',
  form: 'forms',
};

/** Converts facts of a footprint, such as `form Order`, to words. */
export function slotWords(facts: readonly string[]): readonly string[] {
  return facts.map((fact) => {
    const [slot = '', entity] = fact.split(' ');
    const place = Object.entries(places).find(([name]) => name === slot)?.[1] ?? slot;
    return entity === undefined ? place : `${place} of ${entity}`;
  });
}

/** Label of the row of hooks. */
export const hooksLabel = 'Hooks';

/** Converts facts of a footprint, such as `Order server/lib/search/hooks`, to words. */
export function hookWords(facts: readonly string[]): readonly string[] {
  return facts.map((fact) => {
    const [entity = '', module = ''] = fact.split(' ');
    return `${module} sees and can change ${entity === everyEntity ? 'all records' : `records of ${entity}`}`;
  });
}
