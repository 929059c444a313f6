import { expect, test } from "vitest";
import { createFlights, type FlightControl } from "@/lib/platform/request-coalescing";

/** Flights whose only call ends when the test says so. */
function oneFlight() {
  const flights = createFlights<string>();
  const state = { takeOffs: 0, control: null as FlightControl | null };
  let land: (value: string) => void = () => {};
  let crash: (cause: Error) => void = () => {};
  const run = (control: FlightControl) =>
    new Promise<string>((resolve, reject) => {
      state.takeOffs += 1;
      state.control = control;
      land = resolve;
      crash = reject;
      control.signal.addEventListener("abort", () => reject(control.signal.reason));
    });
  return {
    flights,
    state,
    board: (signal = new AbortController().signal) => flights.board("k", { signal, run }),
    land: (value: string) => land(value),
    crash: (cause: Error) => crash(cause),
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("a thousand who want the same share one call, and one of them is the first", async () => {
  const { board, land, state, flights } = oneFlight();
  const waiting = Array.from({ length: 1000 }, () => board());
  await settled();
  land("answer");
  const landed = await Promise.all(waiting);
  expect(state.takeOffs).toBe(1);
  expect(new Set(landed.map(({ value }) => value))).toEqual(new Set(["answer"]));
  expect(landed.filter(({ isFirst }) => isFirst)).toHaveLength(1);
  expect(flights.count()).toBe(0);
});

test("who wants something else flies alone", async () => {
  const flights = createFlights<string>();
  const { signal } = new AbortController();
  const landed = await Promise.all(
    ["a", "b"].map((key) => flights.board(key, { signal, run: async () => key })),
  );
  expect(landed.map(({ value }) => value)).toEqual(["a", "b"]);
});

test("a failure is everyone's, and the next one flies anew", async () => {
  const { board, crash, land, state } = oneFlight();
  const waiting = [board(), board()];
  await settled();
  crash(new Error("down"));
  for (const one of waiting) await expect(one).rejects.toThrow("down");
  const next = board();
  await settled();
  land("up");
  expect((await next).value).toBe("up");
  expect(state.takeOffs).toBe(2);
});

test("one who leaves takes nobody along", async () => {
  const { board, land } = oneFlight();
  const leaving = new AbortController();
  const [left, stayed] = [board(leaving.signal), board()];
  await settled();
  leaving.abort(new Error("gone"));
  await expect(left).rejects.toThrow("gone");
  land("answer");
  expect((await stayed).value).toBe("answer");
});

test("when the last one leaves before it costs, the flight is called off", async () => {
  const { board, state, flights } = oneFlight();
  const leaving = new AbortController();
  const waiting = [board(leaving.signal), board(leaving.signal)];
  await settled();
  leaving.abort(new Error("gone"));
  for (const one of waiting) await expect(one).rejects.toThrow("gone");
  expect(state.control?.signal.aborted).toBe(true);
  expect(flights.count()).toBe(0);
});

test("a flight that costs is let finish, and who comes meanwhile gets it", async () => {
  const { board, land, state } = oneFlight();
  const leaving = new AbortController();
  const left = board(leaving.signal);
  await settled();
  state.control?.keepGoing();
  leaving.abort(new Error("gone"));
  await expect(left).rejects.toThrow("gone");
  expect(state.control?.signal.aborted).toBe(false);
  const late = board();
  land("answer");
  expect(await late).toEqual({ value: "answer", isFirst: false });
  expect(state.takeOffs).toBe(1);
});

test("who has left already boards nothing", async () => {
  const { board, state } = oneFlight();
  await expect(board(AbortSignal.abort(new Error("gone")))).rejects.toThrow("gone");
  expect(state.takeOffs).toBe(0);
});
