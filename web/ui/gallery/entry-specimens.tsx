import { Search } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../button.tsx'
import { SeriesSwatch } from '../display/series-swatch.tsx'
import { Tree } from '../display/tree.tsx'
import { Checkbox } from '../fields/checkbox.tsx'
import { ChoiceList } from '../fields/choice-list.tsx'
import { CodeEditor } from '../fields/code-editor.tsx'
import { CountField } from '../fields/count-field.tsx'
import { DateRange } from '../fields/date-range.tsx'
import { FileDrop } from '../fields/file-drop.tsx'
import { NumberField } from '../fields/number-field.tsx'
import { Select } from '../fields/select.tsx'
import { Slider } from '../fields/slider.tsx'
import { Switch } from '../fields/switch.tsx'
import { PasswordField, TextArea, TextField } from '../fields/text-field.tsx'
import { Form } from '../form/form.tsx'
import { Stack } from '../layout/layout.tsx'
import { Steps } from '../navigation/steps.tsx'

const yaml = `hardware:
  - id: standard
    price: 490
  - id: double
    price: viel
shipping: 12
`

const apiary = [
  {
    id: 'lindenhof',
    label: 'Lindenhof',
    children: [
      { id: 'l1', label: 'Hive 1', start: <SeriesSwatch index={0} />, end: '42.4 kg' },
      { id: 'l2', label: 'Hive 2', start: <SeriesSwatch index={1} />, end: '38.9 kg' },
      { id: 'l3', label: 'Hive 3', start: <SeriesSwatch index={2} />, end: '51.0 kg' },
    ],
  },
  { id: 'waldrand', label: 'Waldrand', children: [{ id: 'w1', label: 'Swarm 2026' }] },
]

const countries = [
  { value: 'ch', label: 'Switzerland' },
  { value: 'de', label: 'Germany' },
  { value: 'at', label: 'Austria', disabled: true },
]

export function EntrySpecimens() {
  const [range, setRange] = useState({ from: '2026-04-01', to: '2026-09-30' })
  const [checked, setChecked] = useState<Set<string>>(() => new Set(['l1', 'l3']))
  const [code, setCode] = useState(yaml)
  const [day, setDay] = useState(14)
  const [count, setCount] = useState(1)
  const [way, setWay] = useState<'card' | 'bill'>('card')
  return (
    <>
      <Form
        onSubmit={() => {}}
        actions={
          <>
            <Button kind="primary" type="submit">
              Save
            </Button>
            <Button>Cancel</Button>
          </>
        }
      >
        <TextField label="Name" hint="As you call the hive." defaultValue="Lindenhof 3" />
        <TextField
          label="E-mail"
          type="email"
          defaultValue="anna@"
          error="This is not a whole address. Add what follows the @."
        />
        <PasswordField label="Password" autoComplete="current-password" defaultValue="honey" />
        <NumberField label="Empty weight" unit="kg" hint="Without honey and bees." defaultValue={18.4} />
      </Form>
      <Stack gap={5}>
        <TextField label="Street" optional placeholder="Street and number" />
        <TextField label="Search" labelHidden type="search" icon={Search} placeholder="Search a controller" />
        <TextField label="Serial number" disabled defaultValue="901288003322110" />
        <Select label="Country" options={countries} defaultValue="ch" />
        <Select label="Region" options={[{ value: '', label: 'Choose' }]} error="Choose a region." defaultValue="" />
        <TextArea label="Note" hint="Only you see it." />
      </Stack>
      <Stack gap={3}>
        <Switch label="Swarm alarm" hint="From 1 April to 31 July." defaultChecked />
        <Switch label="Disturbance alarm" />
        <Switch label="Activity alarm" disabled hint="Needs a reading every hour." />
        <Checkbox label="E-mail" defaultChecked />
        <Checkbox label="All scales" indeterminate />
        <Checkbox label="SMS" disabled />
        <Checkbox label="I have read the terms" error="The order needs your consent." />
        <Slider label="Day" words={`${day} May 2026`} min={1} max={31} value={day} onChange={setDay} />
      </Stack>
      <Tree label="Scales" nodes={apiary} checked={checked} onCheck={setChecked} defaultExpanded={['lindenhof']} />
      <Stack gap={5}>
        <DateRange
          label="Span"
          value={range}
          onChange={setRange}
          presets={[
            { id: 'may', label: 'May', from: '2026-05-01', to: '2026-05-31' },
            { id: 'season', label: 'Season', from: '2026-04-01', to: '2026-09-30' },
          ]}
        />
        <FileDrop label="Firmware" hint="A .bin file of at most 2 MB." accept=".bin" onFiles={() => {}} />
      </Stack>
      <CodeEditor
        label="Shop configuration"
        value={code}
        onChange={setCode}
        errors={code === yaml ? [{ line: 5, message: 'the price must be a number' }] : []}
      />
      <Stack gap={5}>
        <Steps
          label="Steps"
          current="address"
          steps={[
            {
              id: 'scales',
              label: 'Scales',
              done: true,
              link: (words) => <a href="#scales">{words}</a>,
            },
            { id: 'address', label: 'Address' },
            { id: 'payment', label: 'Payment' },
          ]}
        />
        <CountField label="Transmitters" name="Transmitter" value={count} onChange={setCount} max={9} />
        <ChoiceList
          label="Payment"
          choices={[
            { value: 'card', label: 'Card', hint: 'Visa, Mastercard' },
            { value: 'bill', label: 'Bill', hint: 'It is sent once it is paid', note: 'CHF 5.00' },
          ]}
          value={way}
          onChange={setWay}
        />
      </Stack>
    </>
  )
}
