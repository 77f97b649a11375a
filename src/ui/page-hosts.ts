import { policyResources, type PolicyResource } from '../../sandbox/index.ts';

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
