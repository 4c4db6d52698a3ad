/** Opens a sink by its name. Every name is a sink, so there is nothing to make first. */

import { Box, Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { sinkNameFault } from '../../../api/sinks-api.ts';
import { paths } from '../../../paths.ts';
import classes from './sinks.module.css';

export function OpenSink() {
  const [name, setName] = useState('');
  const navigate = useNavigate();
  const fault = sinkNameFault(name);
  const open = (event: FormEvent) => {
    event.preventDefault();
    if (name === '' || fault !== null) return;
    navigate(paths.sink(name));
    setName('');
  };
  return (
    <Box component="form" ml="auto" className={classes.openSink} aria-label="Open a sink" onSubmit={open} noValidate>
      <TextInput
        aria-label="Name of a sink"
        placeholder="a name, like orders"
        value={name}
        error={fault}
        onChange={(event) => setName(event.currentTarget.value.trim())}
      />
      <Button type="submit" variant="default" disabled={name === '' || fault !== null}>
        Open
      </Button>
    </Box>
  );
}
