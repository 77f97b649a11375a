import { useState } from 'react';

/** Returns the state of a popup whose code is loaded when it first opens. */
export function usePopup() {
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);
  return { isOpen, setOpen, wasOpen };
}
