// placeholder until the launcher lands in this same change set
