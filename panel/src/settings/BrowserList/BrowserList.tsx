import { useEffect, useState } from "react";
import { useMohen, useNoun, useWords } from "../../mohen.tsx";
import { Badge } from "../../parts/Badge/Badge.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { Dialog } from "../../parts/Dialog/Dialog.tsx";
import { FailureNotice } from "../../parts/FailureNotice/FailureNotice.tsx";
import { Skeleton } from "../../parts/Skeleton/Skeleton.tsx";
import { Time } from "../../parts/Time/Time.tsx";
import { createBrowsers } from "../../state/browsers.ts";
import { Group } from "../Group/Group.tsx";
import { said } from "../words_care.ts";
import style from "./BrowserList.module.css";

/** Who was let in and when they were last seen; each can be shut out, and all at once. */
export function BrowserList() {
  const say = useWords(said);
  const { browserId } = useMohen();
  const items = useNoun(createBrowsers, (it) => it.items);
  const busy = useNoun(createBrowsers, (it) => it.busy);
  const load = useNoun(createBrowsers, (it) => it.load);
  const revoke = useNoun(createBrowsers, (it) => it.revoke);
  const revokeAll = useNoun(createBrowsers, (it) => it.revokeAll);
  const [asking, setAsking] = useState(false);
  useEffect(() => {
    void load();
  }, [load]);
  const { data } = items;
  return (
    <Group name="browsers" title={say.browsers} lead={say.browsersLead}>
      {!data && items.state === "loading" && <Skeleton lines={2} />}
      {items.state === "failed" && items.failure && (
        <FailureNotice failure={items.failure} onRetry={() => void load()} />
      )}
      {data?.length === 0 && <p>{say.browsersNone}</p>}
      {data && data.length > 0 && (
        <ul className={style.browsers} aria-label={say.browsers}>
          {data.map(({ id, name, since, seen }) => (
            <li key={id} className={style.browser}>
              <span className={style.who}>
                <span>
                  {name || say.browserUnnamed}{" "}
                  {id === browserId() && <Badge>{say.browserHere}</Badge>}
                </span>
                <span className={style.quiet}>
                  {say.browserSeen} <Time at={seen} relative /> · {say.browserSince}{" "}
                  <Time at={since} />
                </span>
              </span>
              <Button
                size="small"
                busy={busy.has(id)}
                aria-label={`${say.revoke} ${name || say.browserUnnamed}`}
                onClick={() => void revoke(id)}
              >
                {say.revoke}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {data && data.length > 1 && (
        <div>
          <Button size="small" kind="danger" busy={busy.has("")} onClick={() => setAsking(true)}>
            {say.revokeAll}
          </Button>
        </div>
      )}
      <Dialog
        open={asking}
        title={say.revokeAsk}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>{say.cancel}</Button>
            <Button
              kind="danger"
              onClick={() => {
                setAsking(false);
                void revokeAll();
              }}
            >
              {say.revokeAll}
            </Button>
          </>
        }
      >
        <p>{say.revokeAskText}</p>
      </Dialog>
    </Group>
  );
}
