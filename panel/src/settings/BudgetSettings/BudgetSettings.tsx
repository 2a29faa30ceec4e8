import { useWords } from "../../mohen.tsx";
import { type Spending, TokenBudget } from "../../pictures/TokenBudget/TokenBudget.tsx";
import { type Changing, refusal } from "../change.ts";
import { Group } from "../Group/Group.tsx";
import { NumberSetting } from "../NumberSetting/NumberSetting.tsx";
import { Refusal } from "../Refusal/Refusal.tsx";
import { said } from "../words.ts";
import style from "./BudgetSettings.module.css";

export interface BudgetSettingsProps extends Changing {
  /** Absent: there is no language model. */
  spending?: readonly Spending[] | undefined;
}

const MOST = 10_000_000;

export function BudgetSettings({ settings, refused, onChange, spending }: BudgetSettingsProps) {
  const say = useWords(said);
  return (
    <Group name="budgets" title={say.budgets} lead={say.budgetsLead}>
      <NumberSetting
        label={say.distillation}
        wrong={say.budgetWrong}
        value={settings.distillationTokensPerDay}
        least={0}
        most={MOST}
        onChange={(distillationTokensPerDay) => void onChange({ distillationTokensPerDay })}
      />
      <NumberSetting
        label={say.consolidation}
        wrong={say.budgetWrong}
        value={settings.consolidationTokensPerDay}
        least={0}
        most={MOST}
        onChange={(consolidationTokensPerDay) => void onChange({ consolidationTokensPerDay })}
      />
      <Refusal
        failure={refusal(refused, "distillationTokensPerDay", "consolidationTokensPerDay")}
      />
      <div className={style.today}>
        <h3 className={style.heading}>{say.today}</h3>
        <TokenBudget spending={spending} />
      </div>
    </Group>
  );
}
