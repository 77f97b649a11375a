import type { Locator, Page } from 'playwright-core';

/**
 * Operates a page and counts the steps. A step is a click, a filled field, a choice in a list, a selected file, or a
 * pressed key. Waiting and reading do not count.
 */
export class User {
  readonly page: Page;
  steps = 0;

  constructor(page: Page) {
    this.page = page;
  }

  /** Clicks a control with this role and name. */
  async click(role: 'button' | 'checkbox' | 'link' | 'menuitem' | 'menuitemcheckbox', name: string): Promise<void> {
    await this.clickOn(this.page.getByRole(role, { name, exact: true }));
  }

  async clickOn(control: Locator): Promise<void> {
    this.steps += 1;
    await control.click();
  }

  /** Fills the field with this label. */
  async fill(label: string, text: string): Promise<void> {
    await this.fillIn(this.page.getByLabel(label, { exact: true }), text);
  }

  async fillIn(field: Locator, text: string): Promise<void> {
    this.steps += 1;
    await field.fill(text);
  }

  /** Chooses an option by its text or value. */
  async choose(label: string, option: string): Promise<void> {
    this.steps += 1;
    await this.page.getByLabel(label, { exact: true }).selectOption(option);
  }

  async chooseFile(label: string, file: { readonly name: string; readonly text: string }): Promise<void> {
    this.steps += 1;
    const buffer = Buffer.from(file.text);
    await this.page.getByLabel(label).setInputFiles({ name: file.name, mimeType: 'text/csv', buffer });
  }

  async press(key: string): Promise<void> {
    this.steps += 1;
    await this.page.keyboard.press(key);
  }

  /** Opens a list from the menu. */
  async openList(plural: string): Promise<void> {
    const menu = this.page.getByRole('navigation', { name: 'Admin' });
    await this.clickOn(menu.getByRole('link', { name: plural, exact: true }));
    await this.page.getByRole('rowheader').first().waitFor();
  }

  /** Opens a record from the search. */
  async openRecord(label: string): Promise<void> {
    await this.press('Control+k');
    await this.fill('Search pages and records', label);
    await this.page.getByRole('option', { name: label }).first().waitFor();
    await this.press('Enter');
    await this.sees(label);
  }

  /** Waits for a page with this heading. */
  async sees(heading: string): Promise<void> {
    await this.page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
  }

  /** Waits until the page contains the message. */
  async reads(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).first().waitFor();
  }

  /** Waits until the list has this number of records. */
  async seesRows(count: number): Promise<void> {
    const rows = this.page.getByRole('rowheader');
    await rows.nth(count - 1).waitFor();
    await rows.nth(count).waitFor({ state: 'detached' });
  }

  /** Returns the labels of the records in the list. */
  rows(): Promise<string[]> {
    return this.page.getByRole('rowheader').allTextContents();
  }
}
