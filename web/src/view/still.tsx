/** A part that is drawn again only when one of its properties is another. An answer has hundreds, and grows every frame. */
import { Component, type ComponentChild, type ComponentType, type VNode } from "preact";

export function still<Props extends object>(Part: ComponentType<Props>): (props: Props) => VNode {
  class Still extends Component<Props> {
    override shouldComponentUpdate(next: Props): boolean {
      const before = this.props as Props;
      return Object.keys(next).some((name) => next[name as keyof Props] !== before[name as keyof Props]);
    }

    override render(): ComponentChild {
      return <Part {...(this.props as Props)} />;
    }
  }
  return (props) => <Still {...props} />;
}
