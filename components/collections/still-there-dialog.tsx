"use client";

import { useEffect, useRef, useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import primitives from "@/components/ui/primitives.module.css";
import type { ImageChange } from "@/lib/client/collections/collection-store";
import { askStillThere } from "@/lib/client/collections/still-there";
import { nameOf } from "@/lib/client/image-name";
import type { SavedImage } from "@/lib/contract/picked-image";
import type { ImageCheck } from "@/lib/contract/still-there";
import { stillThereMessages as messages } from "@/lib/messages/compiled/still-there";
import styles from "./still-there-dialog.module.css";

type StillThereDialogProps = {
  images: readonly SavedImage[];
  /** Called with each batch of results, to save them. */
  onChecked: (changes: ReadonlyMap<string, ImageChange>) => void;
  onClose: () => void;
};

/** Checks whether images are still at their hosts, and lists those that are not. */
export function StillThereDialog({ images, onChecked, onClose }: StillThereDialogProps) {
  const [checks, setChecks] = useState<ReadonlyMap<string, ImageCheck | null>>(new Map());
  const [phase, setPhase] = useState<"asking" | "done" | "stopped">("asking");
  const [uncomparedCount, setUncomparedCount] = useState(0);
  // The images when the dialog opened: saving the results changes `images`.
  const asked = useRef({ images, onChecked });
  useEffect(() => {
    const leaving = new AbortController();
    const { images, onChecked } = asked.current;
    askStillThere(images, {
      signal: leaving.signal,
      onAnswer(answered) {
        const found = [...answered];
        setChecks(
          (before) =>
            new Map([...before, ...found.map(([id, one]) => [id, one?.check ?? null] as const)]),
        );
        onChecked(new Map(found.flatMap(([id, one]) => (one ? [[id, one]] : []))));
      },
    }).then(
      ({ isComplete, uncomparedCount }) => {
        setPhase(isComplete ? "done" : "stopped");
        setUncomparedCount(uncomparedCount);
      },
      () => {},
    );
    return () => leaving.abort();
  }, []);

  const count = asked.current.images.length;
  const done = checks.size;
  const others = asked.current.images.flatMap((image) => {
    const check = checks.get(image.id);
    return check === undefined || check?.state === "there" ? [] : [{ image, check }];
  });
  return (
    <Dialog
      title={messages("title")}
      closeLabel={messages("close")}
      isWide
      closesOnClickBeside={phase !== "asking"}
      onClose={onClose}
    >
      <div role="status" className={styles.said}>
        {phase === "asking" && <p>{messages("checking", { done, count })}</p>}
        {phase === "stopped" && <p>{messages("stopped", { done, count })}</p>}
        {phase !== "asking" && done > others.length && (
          <p>{messages("there", { count: done - others.length })}</p>
        )}
        {uncomparedCount > 0 && <p>{messages("uncompared", { count: uncomparedCount })}</p>}
        {phase !== "asking" && others.length > 0 && (
          <p>{messages("others", { count: others.length })}</p>
        )}
      </div>
      {phase === "asking" && (
        <progress
          className={styles.progress}
          value={done}
          max={count}
          aria-label={messages("title")}
        />
      )}
      {others.length > 0 && (
        <ul className={styles.list}>
          {others.map(({ image, check }) => (
            <Other key={image.id} image={image} check={check} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

/** An image that is no longer at its URL. */
function Other({ image, check }: { image: SavedImage; check: ImageCheck | null }) {
  const { hostUrl } = image;
  const state = check === null ? "unproven" : check.state;
  return (
    <li className={styles.other}>
      <span className={`${primitives.name} ${styles.name}`} dir="auto">
        {nameOf(image)}
      </span>
      <span className={styles.facts}>
        {state !== "there" && <span>{messages(state)}</span>}
        {check?.movedTo && (
          <a href={check.movedTo} target="_blank" rel="noreferrer">
            {messages("openMoved")}
          </a>
        )}
        {hostUrl !== null && (
          <a href={hostUrl} target="_blank" rel="noreferrer">
            {messages("openPage")}
          </a>
        )}
      </span>
    </li>
  );
}
