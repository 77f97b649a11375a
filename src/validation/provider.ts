import { isRelativePath, type RegisterProvider } from '../../sandbox/index.ts';
import { isModuleName, ownModule } from './modules.ts';
import { ofKind, refusal, type OperationValidator, type ValidationContext } from './context.ts';

/** Validates providers: a component name, because JSX treats lower-case names as elements, and an allowed import. */
export const validateProvider: OperationValidator = function* (trial) {
  const operations = ofKind(trial.operations, 'registerProvider');
  for (const operation of operations) {
    const { name, import: from } = operation;
    if (!/^[A-Z]\w{0,99}$/u.test(name)) {
      yield refusal(trial, { code: 'JUDGE_PROVIDER_NAME', reason: `registers ${name}, which can't be a component` });
    }
    const module = ownModule(projectModule(from), trial);
    if (module === undefined && !isDependency(operation, trial)) {
      const reason = `registers the provider ${name} from ${from}, which is neither a contributed module nor a dependency`;
      yield refusal(trial, { code: 'JUDGE_PROVIDER_MISSING', reason });
    } else if (!isModuleName(module ?? from)) {
      const reason = `registers the provider ${name} from ${from}, a name that is not valid in generated code`;
      yield refusal(trial, { code: 'JUDGE_MODULE_NAME', reason });
    }
  }
};

/** Converts an import to a path from the project's root. `@/` means `client/`. */
function projectModule(specifier: string): string {
  return specifier.replace(/^\.?\//u, '').replace(/^@\//u, 'client/');
}

function isDependency({ import: specifier }: RegisterProvider, { manifest }: ValidationContext): boolean {
  if (!isRelativePath(specifier)) return false;
  const [first = '', second] = specifier.split('/');
  return Object.hasOwn(manifest.dependencies, first.startsWith('@') ? `${first}/${second}` : first);
}
