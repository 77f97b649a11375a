import * as taken from "@@PAYLOAD@@";

export default function generate() {
  console.log(typeof taken);
}
