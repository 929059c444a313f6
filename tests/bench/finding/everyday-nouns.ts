/** Everyday nouns: tools, buildings, professions, nature, sciences, clothes, kitchen, music, sports. */
export const EVERYDAY_NOUNS =
  `anvil chisel crowbar drill pliers sandpaper spanner stapler tweezers wheelbarrow shovel rake ladder
  scaffold attic balcony barn basement bakery bungalow cathedral cellar chimney corridor cottage dungeon
  garage greenhouse lighthouse monastery museum pharmacy porch skyscraper tavern windmill staircase
  accountant architect barber blacksmith butcher carpenter dentist electrician engineer fisherman
  gardener janitor lawyer librarian nurse optician pharmacist plumber postman sailor secretary surgeon
  tailor waiter blizzard drizzle frost hail meadow cliff canyon creek dune glacier lagoon marsh peninsula
  pond prairie reef swamp valley waterfall algebra anatomy archaeology astronomy biology botany chemistry
  economics geography geology grammar physics psychology sociology apron blouse bracelet cardigan corset
  mitten overalls pyjamas raincoat sandal skirt sleeve slipper sweater trousers underwear veil waistcoat
  blender cauldron colander corkscrew cupboard fridge grater kettle ladle napkin oven saucepan spatula
  tablecloth teaspoon thermos toaster tray accordion bassoon cello clarinet cymbal flute harp oboe organ
  tambourine trombone tuba xylophone archery badminton billiards croquet hurdle javelin marathon rowing
  rugby wrestling asparagus cinnamon custard lentil marmalade mustard oatmeal parsley pepper porridge
  raspberry spinach syrup turnip vinegar beetle caterpillar cockroach donkey ferret hedgehog moth pigeon
  salmon trout walnut willow birch cedar ivy moss thistle carpet curtain cushion mattress pillow wardrobe
  bureau armchair doormat lampshade tax mortgage invoice salary pension insurance bankruptcy democracy
  parliament election ballot senate tariff treaty submarine tanker trailer wagon caravan glider hearse
  tractor puddle silence honesty boredom jealousy courage wisdom poverty`.split(/\s+/);

/** Asked of the demo collection, to be judged by people. */
export const EVERYDAY_QUESTIONS =
  `airplane, banana, president, computer, guitar, tax, democracy, kangaroo, elephant, wedding, coffee,
  football, snow, red car, love, winter, money, doctor, school, hamburger, sunset, sunset over water, dog,
  cat, portrait`.split(/,\s+/);
