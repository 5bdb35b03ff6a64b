import { BellOff, Download, Pencil, Plus, Settings, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button, ButtonAnchor, IconButton } from '../button.tsx'
import { NumberField } from '../fields/number-field.tsx'
import { SegmentedControl } from '../fields/segmented-control.tsx'
import { TextField } from '../fields/text-field.tsx'
import { Form } from '../form/form.tsx'
import { Grid, Row, Stack } from '../layout/layout.tsx'
import { Text } from '../layout/text.tsx'
import { TabAnchor, TabLinks, Tabs } from '../navigation/tabs.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import { Menu, MenuAnchor, MenuItem } from '../overlay/menu.tsx'
import { Sheet } from '../overlay/sheet.tsx'
import { SheetActions } from '../overlay/sheet-actions.tsx'
import { toast } from '../overlay/toaster.tsx'

const kinds = ['primary', 'secondary', 'quiet', 'danger'] as const

export function ActionSpecimens() {
  const [asking, ask] = useState(false)
  const [editing, edit] = useState(false)
  const [mode, setMode] = useState<'classic' | 'bars' | 'activity'>('classic')
  return (
    <Stack gap={6}>
      {kinds.map((kind) => (
        <Row key={kind}>
          <Button kind={kind}>Save</Button>
          <Button kind={kind} icon={Plus}>
            Add scale
          </Button>
          <Button kind={kind} busy>
            Saving
          </Button>
          <Button kind={kind} disabled>
            Disabled
          </Button>
        </Row>
      ))}
      <Row>
        <ButtonAnchor href="#link" icon={Download}>
          A link as a button
        </ButtonAnchor>
        <IconButton icon={Settings} label="Settings" />
        <IconButton icon={Trash2} label="Remove" kind="secondary" />
        <IconButton icon={Pencil} label="Edit" disabled />
        <Menu label="Scale actions">
          <MenuItem icon={Pencil} onSelect={() => edit(true)}>
            Edit
          </MenuItem>
          <MenuItem icon={BellOff} onSelect={() => toast.success('Muted for 1 hour.')}>
            Mute 1 h
          </MenuItem>
          <MenuAnchor href="#link" icon={Settings}>
            Settings
          </MenuAnchor>
          <MenuItem icon={Trash2} danger onSelect={() => ask(true)}>
            Remove scale
          </MenuItem>
        </Menu>
        <Menu label="Administration" words="Administration" icon={Settings}>
          <MenuAnchor href="#link" aria-current="page">
            Controllers
          </MenuAnchor>
          <MenuAnchor href="#link">Firmware</MenuAnchor>
          <MenuItem disabled onSelect={() => {}}>
            Not now
          </MenuItem>
        </Menu>
      </Row>
      <Row>
        <Button onClick={() => ask(true)}>Open dialog</Button>
        <Button onClick={() => edit(true)}>Open sheet</Button>
        <Button
          onClick={() =>
            toast.success('Intervention removed.', {
              action: { label: 'Undo', onPress: () => toast.success('It is back.') },
            })
          }
        >
          Toast: success
        </Button>
        <Button onClick={() => toast.error('Not saved: no network. It is sent once there is one.')}>
          Toast: error
        </Button>
      </Row>
      <Grid columns="card" gap={6}>
        <SegmentedControl
          label="Mode"
          segments={[
            { value: 'classic', label: 'Classic' },
            { value: 'bars', label: 'Bars' },
            { value: 'activity', label: 'Activity' },
          ]}
          value={mode}
          onChange={setMode}
        />
        <SegmentedControl
          label="Wide, nothing chosen, one disabled"
          wide
          segments={[
            { value: 'day', label: '24 h' },
            { value: 'week', label: '7 d' },
            { value: 'year', label: 'Year', disabled: true },
          ]}
          value={undefined}
          onChange={() => {}}
        />
      </Grid>
      <Tabs
        label="Parts of a scale"
        tabs={[
          { id: 'facts', label: 'Facts', content: <Text>What is known of the scale.</Text> },
          { id: 'alarms', label: 'Alarms', icon: BellOff, content: <Text>When it rings.</Text> },
          { id: 'shares', label: 'Shares', content: <Text>Who may look.</Text> },
        ]}
      />
      <TabLinks label="Settings">
        <TabAnchor href="#link" aria-current="page">
          Profile
        </TabAnchor>
        <TabAnchor href="#link">Controllers</TabAnchor>
        <TabAnchor href="#link">Notifications</TabAnchor>
        <TabAnchor href="#link">Watches</TabAnchor>
        <TabAnchor href="#link">Sharing</TabAnchor>
      </TabLinks>
      <Dialog
        open={asking}
        onClose={() => ask(false)}
        title="Remove the scale “Lindenhof 3”?"
        confirm="Remove scale"
        danger
        onConfirm={() => ask(false)}
      >
        <Text>Its readings since April 2021 go with it. This cannot be undone.</Text>
      </Dialog>
      <Sheet
        open={editing}
        onClose={() => edit(false)}
        title="Edit scale"
        footer={<SheetActions form="edit-scale" onCancel={() => edit(false)} />}
      >
        <Form id="edit-scale" onSubmit={() => edit(false)}>
          <TextField label="Name" defaultValue="Lindenhof 3" />
          <NumberField label="Empty weight" unit="kg" defaultValue={18.4} />
        </Form>
      </Sheet>
    </Stack>
  )
}
