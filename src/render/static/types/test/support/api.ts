export interface Problem {
  readonly code: string;
  readonly errors?: readonly { readonly code?: string; readonly pointer?: string }[];
}

export interface Caller {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface Answer<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

interface Api {
  request<Body>(path: string, init?: RequestInit): Promise<Answer<Body>>;
  download(path: string, headers: HeadersInit): Promise<Answer<string>>;
  get<Body>(path: string): Promise<Answer<Body>>;
  post<Body>(path: string, body: unknown): Promise<Answer<Body>>;
  patch<Body>(path: string, body: unknown): Promise<Answer<Body>>;
  delete(path: string): Promise<Answer<Problem>>;
  as(user: Caller): Api;
}

export declare function useApi(signIn?: () => Promise<Caller>): Api;
