import { useNoun } from "../../mohen.tsx";
import { FailureNotice } from "../../parts/FailureNotice/FailureNotice.tsx";
import { Skeleton } from "../../parts/Skeleton/Skeleton.tsx";
import { createChapters } from "../../state/chapters.ts";
import { createDesk } from "../../state/desk.ts";
import { Chapters } from "../Chapters/Chapters.tsx";

export function ChapterPane() {
  const { list, homeless, open, opening, show, create, reload } = useNoun(
    createChapters,
    (it) => it,
  );
  const { turnTo, awaitText } = useNoun(createDesk, (desk) => desk);

  async function begin(title: string) {
    awaitText(true);
    const refused = await create(title);
    if (refused) awaitText(false);
    return refused;
  }

  if (list.data) {
    return (
      <Chapters
        items={list.data}
        open={open?.ref}
        opening={opening}
        onOpen={(ref) => {
          void show(ref);
          turnTo("text");
        }}
        onCreate={begin}
      />
    );
  }
  if (list.failure && homeless === undefined) {
    return <FailureNotice failure={list.failure} onRetry={() => void reload()} />;
  }
  return homeless === undefined ? <Skeleton lines={4} /> : null;
}
