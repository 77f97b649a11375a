import { isRelativePath, type RegisterProvider } from '../../sandbox/index.ts';
import { isModuleName, ownModule } from './modules.ts';
import { ofKind, refusal, type OperationValidator, type ValidationContext } from './context.ts';

/** Providers: named like a component, because JSX takes any other name for an element, from where the plugin may import. */
export const judgeProvider: OperationValidator = function* (trial) {
  const operations = ofKind(trial.operations, 'registerProvider');
  for (const operation of operations) {
    const { name, import: from } = operation;
    if (!/^[A-Z]\w{0,99}$/u.test(name)) {
      yield refusal(trial, { code: 'JUDGE_PROVIDER_NAME', reason: `registers ${name}, which can't be a component` });
    }
    const module = ownModule(projectModule(from), trial);
    if (module === undefined && !isDependency(operation, trial)) {
      const reason = `registers the provider ${name} from ${from}, which is neither a module of its own nor one of its dependencies`;
      yield refusal(trial, { code: 'JUDGE_PROVIDER_MISSING', reason });
    } else if (!isModuleName(module ?? from)) {
      const reason = `registers the provider ${name} from ${from}, a name that generated code can't hold`;
      yield refusal(trial, { code: 'JUDGE_MODULE_NAME', reason });
    }
  }
};

/** From the project's root, `@/` meaning `client/`. */
function projectModule(specifier: string): string {
  return specifier.replace(/^\.?\//u, '').replace(/^@\//u, 'client/');
}

function isDependency({ import: specifier }: RegisterProvider, { manifest }: ValidationContext): boolean {
  if (!isRelativePath(specifier)) return false;
  const [first = '', second] = specifier.split('/');
  return Object.hasOwn(manifest.dependencies, first.startsWith('@') ? `${first}/${second}` : first);
}
