import { Component, Suspense, type ReactNode } from 'react';
import type { SlotEntry } from '@/lib/slots';

interface SlotProps<Props> {
  components: readonly SlotEntry<Props>[];
  /** The props of each component. */
  props: Props;
  /** The path of the shown entity. */
  path?: string | undefined;
}

/** Renders the components of plugins in a place of the page. The page remains if one fails. */
export function Slot<Props extends object>({ components, props, path }: SlotProps<Props>) {
  return components.map(
    (entry, index) =>
      (entry.path === undefined || entry.path === path) && (
        <SlotBoundary key={index}>
          <Suspense fallback={null}>
            <entry.Component {...props} />
          </Suspense>
        </SlotBoundary>
      ),
  );
}

/** Hides its content if the content throws an error or cannot be loaded. React logs the error. */
class SlotBoundary extends Component<{ children: ReactNode }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}
