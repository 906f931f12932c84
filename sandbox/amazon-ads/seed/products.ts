import type { Product } from "../types.ts";

const product = (asin: string, sku: string, title: string, price: number, category: string): Product => ({
  asin,
  sku,
  title,
  price,
  brand: "Fernhill",
  category,
});

export const products = (): Product[] => [
  product("B0CK7R2M4Q", "FH-TENT-2P", "Fernhill Hollow 2-Person Tent", 149.99, "Tents & Shelters"),
  product("B0CK7R9T1W", "FH-TENT-4P", "Fernhill Meadow 4-Person Tent", 229.99, "Tents & Shelters"),
  product("B0BX3D8K2N", "FH-BAG-20F", "Fernhill Drift 20F Sleeping Bag", 119.99, "Sleeping Bags"),
  product("B0BX3DQ5LP", "FH-BAG-35F", "Fernhill Drift 35F Sleeping Bag", 84.99, "Sleeping Bags"),
  product("B09ZT4H6VX", "FH-PACK-45L", "Fernhill Ridge 45L Backpack", 134.99, "Backpacks & Bags"),
  product("B09ZT4P0CD", "FH-PACK-22L", "Fernhill Ridge 22L Daypack", 69.99, "Backpacks & Bags"),
  product("B0CP1W7J5S", "FH-BOOT-M", "Fernhill Scree Men's Hiking Boots", 139.99, "Hiking Boots"),
  product("B0CP1WB3HF", "FH-BOOT-W", "Fernhill Scree Women's Hiking Boots", 139.99, "Hiking Boots"),
  product("B08YJ6N9RT", "FH-POLE-CF", "Fernhill Carbon Trekking Poles", 79.99, "Trekking Poles"),
  product("B08YJ6X2GM", "FH-STOVE-1", "Fernhill Ember Camp Stove", 44.99, "Camp Kitchen"),
  { ...product("B0D2F5V8ZA", "FH-KNIFE-1", "Fernhill Camp Knife", 39.99, "Camp Kitchen"), available: false },
];
