/**
 * Runs in a page of collections, which has opened the database: makes a collection of `count` images of
 * the demo collection, with thumbnails that the server has signed.
 */
export async function fillCollection({
  id,
  name,
  count,
}: {
  id: string;
  name: string;
  count: number;
}): Promise<void> {
  const images: Record<string, unknown>[] = [];
  for (const q of ["sea", "city", "evening"]) {
    const response = await fetch(`/api/search?q=${q}&count=50`);
    images.push(...(await response.json()).images);
  }
  const database = await new Promise<IDBDatabase>((done, fail) => {
    const request = indexedDB.open("vitrine.collections");
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
  const transaction = database.transaction(["collections", "images"], "readwrite");
  const now = new Date().toISOString();
  const collection = { id, name, coverId: null, createdAt: now, changedAt: now };
  transaction.objectStore("collections").put(collection);
  const store = transaction.objectStore("images");
  for (let i = 0; i < count; i++) {
    const image = images[i % images.length];
    store.put({
      ...image,
      id: `${image?.id}-${i}`,
      name: `${image?.name}, ${i + 1}`,
      provenance: { search: "q=sea", rank: i + 1, foundAt: now, service: "demo" },
      reference: "bench",
      note: i % 5 === 0 ? `Note ${i}: ask for the full height` : "",
      clearance: null,
      savedAt: now,
      collection: id,
      position: `a${String(i).padStart(5, "0")}V`,
    });
  }
  await new Promise((done, fail) => {
    transaction.oncomplete = done;
    transaction.onerror = () => fail(transaction.error);
  });
  database.close();
}
