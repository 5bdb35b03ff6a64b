import { CircleCheck, Inbox, WifiOff } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../button.tsx'
import { Badge } from '../display/badge.tsx'
import { Facts } from '../display/facts.tsx'
import { Stat } from '../display/stat.tsx'
import { Table, type TableColumn } from '../display/table.tsx'
import { TextDifference } from '../display/text-difference.tsx'
import { Card } from '../layout/card.tsx'
import { Disclosure } from '../layout/disclosure.tsx'
import { Grid, Stack } from '../layout/layout.tsx'
import { Text } from '../layout/text.tsx'
import { Pager } from '../navigation/pager.tsx'
import { Menu, MenuItem } from '../overlay/menu.tsx'
import { toast } from '../overlay/toaster.tsx'
import { EmptyState } from '../status/empty-state.tsx'

interface Controller {
  id: number
  name: string
  weight: number | null
  gain: number
  battery: number
  stale: boolean
}

const controllers: Controller[] = [
  { id: 1, name: 'Lindenhof', weight: 42.36, gain: 1.24, battery: 3.98, stale: false },
  { id: 2, name: 'Waldrand', weight: 38.9, gain: -0.31, battery: 3.41, stale: true },
  { id: 3, name: 'Alp Flix', weight: null, gain: 0, battery: 4.1, stale: false },
]

const columns: TableColumn<Controller>[] = [
  { id: 'name', header: 'Controller', cell: (row) => row.name, sortBy: (row) => row.name },
  {
    id: 'weight',
    header: 'Weight',
    cell: (row) => (row.weight === null ? '–' : `${row.weight.toFixed(2)} kg`),
    align: 'end',
    sortBy: (row) => row.weight,
    phone: 'fact',
  },
  { id: 'gain', header: 'Gain', cell: (row) => `${row.gain.toFixed(2)} kg`, align: 'end', phone: 'fact' },
  {
    id: 'battery',
    header: 'Battery',
    cell: (row) => `${row.battery.toFixed(2)} V`,
    align: 'end',
    sortBy: (row) => row.battery,
  },
  {
    id: 'state',
    header: 'State',
    cell: (row) =>
      row.stale ? (
        <Badge tone="stale" icon={WifiOff}>
          9 h old
        </Badge>
      ) : (
        <Badge tone="ok" icon={CircleCheck}>
          fresh
        </Badge>
      ),
    phone: 'action',
  },
]

export function ListSpecimens() {
  const [page, setPage] = useState(0)
  return (
    <Stack gap={6}>
      <Grid columns="card">
        <Card
          title="Lindenhof 3"
          meta="4 minutes ago"
          actions={
            <Menu label="Scale actions">
              <MenuItem onSelect={() => toast.success('Edited.')}>Edit</MenuItem>
            </Menu>
          }
        >
          <Stat label="Weight now" value="42.36" unit="kg" size="large" />
          <Grid columns="pair">
            <Stat label="24 hours" value="+1.24" unit="kg" tone="gain" size="small" />
            <Stat label="7 days" value="−0.31" unit="kg" tone="loss" size="small" />
            <Stat label="Temperature" value="34.8" unit="°C" size="small" />
            <Stat label="Humidity" value="61" unit="%" size="small" />
          </Grid>
        </Card>
        <Card title="Waldrand" meta="9 hours ago" tone="stale">
          <Stat label="Weight, last known" value="38.90" unit="kg" tone="stale" note="Nothing since 05:12" />
        </Card>
        <Card title="Alp Flix" tone="alarm">
          <Stat label="Weight now" value="21.05" unit="kg" tone="alarm" note="17 kg gone at 13:42" />
        </Card>
      </Grid>
      <Card title="Controllers" flush>
        <div>
          <Table
            caption="Controllers"
            columns={columns}
            rows={controllers}
            rowKey={(row) => row.id}
            onOpen={(row) => toast.success(row.name)}
          />
          <Pager page={page} pageSize={3} total={8} onPage={setPage} />
        </div>
      </Card>
      <Grid columns="wide">
        <Card title="Waiting for rows" flush>
          <Table caption="Waiting for rows" columns={columns} rows={[]} rowKey={(row) => row.id} loading />
        </Card>
        <Card title="No rows" flush>
          <Table
            caption="No rows"
            columns={columns}
            rows={[]}
            rowKey={(row) => row.id}
            empty={<EmptyState icon={Inbox} title="No order yet" next="Orders from the shop appear here." />}
          />
        </Card>
        <Card title="Facts" actions={<IconButton icon={CircleCheck} label="Confirm" />}>
          <Facts
            facts={[
              { id: 'imsi', name: 'IMSI', value: '901288003322110' },
              { id: 'interval', name: 'Interval', value: '1 hour' },
              { id: 'subscription', name: 'Subscription', value: 'until 31.12.2027' },
            ]}
          />
        </Card>
        <Stack gap={0}>
          <Disclosure summary="How this is computed">
            <Text>The weight at midnight minus the weight at the midnight before, without jumps by hand.</Text>
          </Disclosure>
          <Disclosure summary="Rarely used" defaultOpen>
            <Text>Open from the beginning.</Text>
          </Disclosure>
        </Stack>
        <TextDifference
          label="What changed"
          parts={[
            [
              { kind: 'same', line: 31, text: '    - key: transmitter' },
              { kind: 'removed', line: 32, text: '      price: 390.00' },
              { kind: 'added', line: 32, text: '      price: 389.50' },
            ],
            [{ kind: 'added', line: 80, text: 'paymentDays: 30' }],
          ]}
        />
      </Grid>
    </Stack>
  )
}
