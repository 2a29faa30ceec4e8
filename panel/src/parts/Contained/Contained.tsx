import { Component, type ReactNode } from "react";
import { Notice } from "../Notice/Notice.tsx";

export interface ContainedProps {
  /** What is said in place of a part that broke. */
  broken: string;
  /** What can be done about it. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A part that breaks, or cannot be fetched, must not take the page with it, nor a text (R93). */
export class Contained extends Component<ContainedProps, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    const { broken, actions, children } = this.props;
    if (!this.state.isBroken) return children;
    return (
      <Notice tone="danger" actions={actions}>
        {broken}
      </Notice>
    );
  }
}
