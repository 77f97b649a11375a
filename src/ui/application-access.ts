/** Words for the parts of the running application that a plugin can use beyond its own routes and pages. */
import type { Footprint } from '../consent/footprint.ts';
import { everyEntity, policyResources, type PolicyResource, type SlotName } from '../../sandbox/index.ts';

/** Label of the row of hosts. The facts complete it to a sentence. */
const pagesMay = 'Pages may';
const middlewareLabel = 'Middleware';
const hooksLabel = 'Hooks';
const jobsLabel = 'Jobs';
const extensionsLabel = 'Adds fields';
const readsLabel = 'Reads';

/** Labels of rows about code that reaches other data than its own. */
export const alarmingAccess = [pagesMay, middlewareLabel, hooksLabel, jobsLabel] as const;

/** A row of facts about a plugin. */
export interface Facts {
  readonly label: string;
  readonly words: readonly string[];
}

type Access = Pick<Footprint, 'reads' | 'extensions' | 'hosts' | 'middleware' | 'hooks' | 'jobs' | 'slots'>;

/** Returns the facts of a footprint about parts of the application beyond the plugin's own routes and pages. */
export function accessFacts({ reads, extensions, hosts, middleware, hooks, jobs, slots }: Access): readonly Facts[] {
  return [
    { label: pagesMay, words: hostWords(hosts) },
    { label: middlewareLabel, words: middlewareWords(middleware) },
    { label: hooksLabel, words: hookWords(hooks) },
    { label: jobsLabel, words: jobWords(jobs) },
    { label: readsLabel, words: readWords(reads) },
    { label: extensionsLabel, words: extensionWords(extensions) },
    { label: 'Shown in', words: slotWords(slots) },
  ];
}

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
function hostWords(facts: readonly string[]): readonly string[] {
  return policyResources.flatMap((resource) =>
    facts
      .filter((fact) => fact.startsWith(`${resource} `))
      .map((fact) => `${effects[resource]} ${fact.slice(resource.length + 1).replace('https://', '')}`),
  );
}

/** Converts facts of a footprint, such as `afterAuth server/lib/audit`, to words. */
function middlewareWords(facts: readonly string[]): readonly string[] {
  return facts.map((fact) => {
    const [position = '', module = ''] = fact.split(' ');
    return `${module} sees every request${position === 'beforeRoutes' ? ' to /api' : ''}`;
  });
}

const places: Readonly<Record<SlotName, string>> = {
  header: 'the header of every page',
  home: 'the start page',
  list: 'lists',
  record: 'pages of records',
  form: 'forms',
};

/** Converts facts of a footprint, such as `form Order`, to words. */
function slotWords(facts: readonly string[]): readonly string[] {
  return facts.map((fact) => {
    const [slot = '', entity] = fact.split(' ');
    const place = Object.entries(places).find(([name]) => name === slot)?.[1] ?? slot;
    return entity === undefined ? place : `${place} of ${entity}`;
  });
}

/** Converts facts of a footprint, such as `Order server/lib/search/hooks`, to words. */
function hookWords(facts: readonly string[]): readonly string[] {
  return facts.map((fact) => {
    const [entity = '', module = ''] = fact.split(' ');
    return `${module} sees and can change ${entity === everyEntity ? 'all records' : `records of ${entity}`}`;
  });
}

/** Converts facts of a footprint, such as `send-digest 0 8 * * 1-5 UTC`, to words. */
function jobWords(facts: readonly string[]): readonly string[] {
  return facts.map((fact) => {
    const [name = '', ...times] = fact.split(' ');
    const when = times.length === 1 ? 'when code queues it' : `at ${times.slice(0, 5).join(' ')} (${times[5] ?? ''})`;
    return `${name} can change all records and runs ${when}`;
  });
}

/** Converts facts of a footprint, such as `*.slug String`, to words. */
function extensionWords(facts: readonly string[]): readonly string[] {
  const every = `${everyEntity}.`;
  return facts.map((fact) => (fact.startsWith(every) ? `${fact.slice(every.length)} to every entity` : fact));
}

const readNames: Readonly<Record<string, string>> = {
  entities: 'the names of all entities',
  capabilities: 'the parts that other plugins provide',
};

/** Converts facts of a footprint, such as `entities`, to words. */
function readWords(facts: readonly string[]): readonly string[] {
  return facts.map((fact) => readNames[fact] ?? fact);
}
