from hostile.hunt import main

if __name__ == "__main__":
    main()
