/** A source of input and its actions, as WebDriver and WebDriver BiDi both define them. */
export type InputSource = {
  type: "key" | "pointer";
  id: string;
  parameters?: { pointerType: "mouse" };
  actions: readonly Readonly<Record<string, string | number>>[];
};

/** A browser that a journey controls. */
export type Driver = {
  /** Resolves when the page has loaded. */
  goTo(url: string): Promise<void>;
  /** The URL of the current page. */
  url(): Promise<string>;
  /** Runs a function in the current page or frame. Its argument and its result must be JSON. */
  run<In, Out>(act: (input: In) => Out | Promise<Out>, input: In): Promise<Out>;
  perform(sources: readonly InputSource[]): Promise<void>;
  setFile(selector: string, path: string): Promise<void>;
  deleteCookies(): Promise<void>;
  /** Sets the size of the page, in CSS pixels. */
  resize(width: number, height: number): Promise<void>;
  /** The ids of all windows. */
  windows(): Promise<string[]>;
  /** Makes a window the current one, or its first frame. */
  enter(window: string, part?: "page" | "frame"): Promise<void>;
  /** Returns a PNG of the page. */
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
};
