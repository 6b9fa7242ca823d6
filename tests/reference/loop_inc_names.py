"""Loop, Inc.: the names and orders that the rules and the deal share."""

COMPONENTS = ("wheel", "propeller", "net", "camera", "armor")  # LI-01; the order of types

ROOMS = {  # LI-01; `any` is the whole board
    "garage": ("wheel", "propeller"),
    "shop": ("net", "camera"),
    "armory": ("armor",),
    "any": COMPONENTS,
}

# LI-03; the order of the piles at the node `source`
NEW_CARDS = ("garage", "shop", "armory", "trash", "office", "exchange", "advertise", "move")
