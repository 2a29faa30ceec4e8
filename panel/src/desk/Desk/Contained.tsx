import { Component, type ReactNode } from "react";
import { Notice } from "../../parts/Notice/Notice.tsx";

interface ContainedProps {
  /** What is said in place of a part that broke. */
  broken: string;
  children: ReactNode;
}

/** A part beside the text that breaks must not take the text with it (R93). */
export class Contained extends Component<ContainedProps, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    if (!this.state.isBroken) return this.props.children;
    return <Notice tone="danger">{this.props.broken}</Notice>;
  }
}
