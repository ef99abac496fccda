print("tilebench")
