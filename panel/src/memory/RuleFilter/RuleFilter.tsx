import { useWords } from "../../mohen.tsx";
import { SearchField } from "../../parts/SearchField/SearchField.tsx";
import { Select } from "../../parts/Select/Select.tsx";
import { CATEGORIES, type Filter, type RuleState, SORTS, STATES } from "../filter_rules.ts";
import { said } from "../words.ts";
import { said as rows } from "../words_rows.ts";
import style from "./RuleFilter.module.css";

export interface RuleFilterProps {
  filter: Filter;
  onChange(filter: Filter): void;
}

const STATE_NAMES = Object.keys(STATES) as RuleState[];

export function RuleFilter({ filter, onChange }: RuleFilterProps) {
  const say = useWords(said);
  const row = useWords(rows);
  return (
    <div className={style.filter}>
      <div className={style.words}>
        <SearchField
          label={say.search}
          value={filter.text}
          onChange={(text) => onChange({ ...filter, text })}
        />
      </div>
      <Select<Filter["category"]>
        label={say.category}
        hideLabel
        value={filter.category}
        options={[
          { value: "all", label: say.allGroups },
          ...CATEGORIES.map((value) => ({ value, label: say[value] })),
        ]}
        onChange={(category) => onChange({ ...filter, category })}
      />
      <Select<Filter["state"]>
        label={say.state}
        hideLabel
        value={filter.state}
        options={[
          { value: "all", label: say.all },
          ...STATE_NAMES.map((value) => ({ value, label: say[value] })),
        ]}
        onChange={(state) => onChange({ ...filter, state })}
      />
      <Select<Filter["sort"]>
        label={row.sort}
        hideLabel
        value={filter.sort}
        options={SORTS.map((value) => ({ value, label: row[`sort_${value}`] }))}
        onChange={(sort) => onChange({ ...filter, sort })}
      />
    </div>
  );
}
