print("tilecut")
