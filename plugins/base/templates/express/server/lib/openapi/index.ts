import { Router } from 'express';
import { allowOnly } from '../problem';
import { openApiDocument } from './document';

/** Serves the API description at `/openapi.json`. */
export const openApi = Router();

let document: object | undefined;

openApi
  .route('/openapi.json')
  .get((_req, res) => {
    document ??= openApiDocument();
    res.json(document);
  })
  .all(allowOnly('GET', 'HEAD'));
